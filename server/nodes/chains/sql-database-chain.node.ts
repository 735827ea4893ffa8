import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatRequest } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { findRejection, inputModeration, toWords } from './moderate.ts'
import { describeTables } from './sql/describe-tables.ts'
import { toAnswerRequest, toStatementRequest } from './sql/requests.ts'
import { showTable } from './sql/show-table.ts'
import { statementIn } from './sql/statement-in.ts'

const more = { optional: true, additionalParams: true } as const
const kinds = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export const sqlDatabaseChain = defineNode({
  name: 'sqlDatabaseChain',
  label: 'SQL Database Chain',
  version: 5,
  category: 'Chains',
  description: 'Answers questions from a database with read-only SQL.',
  icon: 'database',
  baseClasses: ['SqlDatabaseChain', 'BaseChain', 'Runnable'],

  inputs: {
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    database: {
      label: 'Database',
      type: 'options',
      options: [
        { label: 'SQLite', name: 'sqlite' },
        { label: 'PostgreSQL', name: 'postgres' },
        { label: 'MSSQL', name: 'mssql', description: 'Not supported yet.' },
        { label: 'MySQL', name: 'mysql', description: 'Not supported yet.' },
      ],
      default: 'sqlite',
    },
    url: {
      label: 'Connection string or file path (SQLite only)',
      type: 'string',
      description:
        'SQLite: a file in the “databases” folder of this server’s data. Other databases: use a read-only user.',
      placeholder: 'postgres://reader:password@host:5432/shop',
    },
    includesTables: {
      label: 'Include Tables',
      type: 'string',
      description: 'Tables to include, comma-separated.',
      placeholder: 'orders, customers',
      ...more,
    },
    ignoreTables: {
      label: 'Ignore Tables',
      type: 'string',
      description: 'Tables to exclude, comma-separated.',
      placeholder: 'passwords',
      ...more,
    },
    sampleRowsInTableInfo: {
      label: "Sample table's rows info",
      type: 'number',
      description: 'Sample rows of each table to show the model.',
      step: 1,
      min: 0,
      placeholder: '3',
      ...more,
    },
    topK: {
      label: 'Top Keys',
      type: 'number',
      description: 'Rows per query, unless the message asks for another number.',
      step: 1,
      min: 1,
      placeholder: '10',
      ...more,
    },
    customPrompt: {
      label: 'Custom Prompt',
      type: 'string',
      description: 'Prompt for the SQL query. Variables: {input}, {dialect}, {table_info}, {top_k}.',
      rows: 4,
      ...more,
    },
    inputModeration,
  },

  async *run({ inputs, turn: { question }, ports, label }) {
    const rejection = await findRejection(inputs.inputModeration, question)
    if (rejection !== undefined) {
      yield* toWords(rejection)
      return
    }
    const { model, database, url } = inputs
    if (database !== 'sqlite' && database !== 'postgres') {
      throw new AppError(
        'INVALID_FLOW',
        `${label}: this server reads SQLite and PostgreSQL, not ${database} yet.`,
      )
    }
    const query = (statement: string) => ports.queryDatabase({ kind: database, address: url }, statement)
    const tables = await describeTables({ ...inputs, database, query, label })
    const requested = toStatementRequest({ ...inputs, dialect: kinds[database], tables, question })
    const reply = await callModel(model, requested)
    const first = statementIn(reply.text)
    const found = await query(first).then(
      (rows) => ({ statement: first, rows }),
      async (error: unknown) => {
        const again = await callModel(model, correct(requested, reply.text, error))
        const statement = statementIn(again.text)
        return { statement, rows: await query(statement).catch(blameModel) }
      },
    )
    yield* model.stream(
      toAnswerRequest({ question, statement: found.statement, result: showTable(found.rows) }),
    )
  },
})

function blameModel(error: unknown): never {
  if (error instanceof AppError && error.code === 'INVALID_INPUT') {
    throw new AppError('MODEL_OUTPUT', error.message, { cause: error })
  }
  throw error
}

function correct(requested: ChatRequest, statement: string, error: unknown): ChatRequest {
  if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') {
    throw error
  }
  const content = `${error.message} Write the statement again, so that it can be run.`
  return {
    ...requested,
    messages: [...requested.messages, { role: 'assistant', content: statement }, { role: 'user', content }],
  }
}
