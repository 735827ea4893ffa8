import { askModel } from '#server/engine/ask-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatRequest } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { findRefusal, inputModeration, toWords } from './moderate.ts'
import { describeTables } from './sql/describe-tables.ts'
import { toAnswerRequest, toStatementRequest } from './sql/requests.ts'
import { showTable } from './sql/show-table.ts'
import { statementIn } from './sql/statement-in.ts'

const more = { optional: true, additionalParams: true } as const
const kinds = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export const sqlDatabaseChain = defineNode({
  name: 'sqlDatabaseChain',
  label: 'Sql Database Chain',
  version: 5,
  category: 'Chains',
  description: 'Answers questions out of a database, which it only reads.',
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
        { label: 'MSSQL', name: 'mssql', description: 'Not read by this server yet.' },
        { label: 'MySQL', name: 'mysql', description: 'Not read by this server yet.' },
      ],
      default: 'sqlite',
    },
    url: {
      label: 'Connection string or file path (sqlite only)',
      type: 'string',
      description:
        'Of SQLite, a file in the folder “databases” of this server’s data. The user of a server should be one who may only read.',
      placeholder: 'postgres://reader:password@host:5432/shop',
    },
    includesTables: {
      label: 'Include Tables',
      type: 'string',
      description: 'The only tables it is told of, with commas between them.',
      placeholder: 'orders, customers',
      ...more,
    },
    ignoreTables: {
      label: 'Ignore Tables',
      type: 'string',
      description: 'Tables it is not told of, with commas between them.',
      placeholder: 'passwords',
      ...more,
    },
    sampleRowsInTableInfo: {
      label: "Sample table's rows info",
      type: 'number',
      description: 'Rows of each table it is shown, so that it knows what stands in them.',
      step: 1,
      min: 0,
      placeholder: '3',
      ...more,
    },
    topK: {
      label: 'Top Keys',
      type: 'number',
      description: 'Rows it asks for, unless the question wants another number.',
      step: 1,
      min: 1,
      placeholder: '10',
      ...more,
    },
    customPrompt: {
      label: 'Custom Prompt',
      type: 'string',
      description: 'How it is asked for the statement, with {input}, {dialect}, {table_info} and {top_k}.',
      rows: 4,
      ...more,
    },
    inputModeration,
  },

  async *run({ inputs, turn: { question }, ports, label }) {
    const refusal = await findRefusal(inputs.inputModeration, question)
    if (refusal !== undefined) {
      yield* toWords(refusal)
      return
    }
    const { model, database, url } = inputs
    if (database !== 'sqlite' && database !== 'postgres') {
      throw new AppError(
        'INVALID_FLOW',
        `${label}: this server reads SQLite and PostgreSQL, not ${database} yet.`,
      )
    }
    const ask = (statement: string) => ports.queryDatabase({ kind: database, address: url }, statement)
    const tables = await describeTables({ ...inputs, database, ask, label })
    const asked = toStatementRequest({ ...inputs, dialect: kinds[database], tables, question })
    const written = await askModel(model, asked)
    const first = statementIn(written.text)
    const found = await ask(first).then(
      (rows) => ({ statement: first, rows }),
      async (error: unknown) => {
        // A statement the database does not understand is written once more, with what it said.
        const again = await askModel(model, correct(asked, written.text, error))
        const statement = statementIn(again.text)
        return { statement, rows: await ask(statement).catch(blameModel) }
      },
    )
    yield* model.stream(
      toAnswerRequest({ question, statement: found.statement, result: showTable(found.rows) }),
    )
  },
})

/** A statement that the database rejects twice is the model's error, not the caller's. */
function blameModel(error: unknown): never {
  if (error instanceof AppError && error.code === 'INVALID_INPUT') {
    throw new AppError('MODEL_OUTPUT', error.message, { cause: error })
  }
  throw error
}

function correct(asked: ChatRequest, written: string, error: unknown): ChatRequest {
  if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') {
    throw error
  }
  const content = `${error.message} Write the statement again, so that it can be run.`
  return {
    ...asked,
    messages: [...asked.messages, { role: 'assistant', content: written }, { role: 'user', content }],
  }
}
