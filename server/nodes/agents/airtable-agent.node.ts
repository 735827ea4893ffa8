import { airtableApi } from '#server/credentials/airtable-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { airtableInputs, readAirtable } from '#server/nodes/document-loaders/read-airtable.ts'
import { AppError } from '#shared/errors.ts'
import { inputModeration } from './agent-inputs.ts'
import { runTableAgent } from './table-agent.ts'

export const airtableAgent = defineNode({
  name: 'airtableAgent',
  label: 'Airtable Agent',
  version: 2,
  category: 'Agents',
  description: 'Answers questions about an Airtable table with code that runs in a sandbox.',
  icon: 'agent',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  credential: airtableApi,

  inputs: {
    model: {
      label: 'Language Model',
      type: 'BaseLanguageModel',
      description: 'A model that supports tool calls.',
    },
    ...airtableInputs,
    inputModeration,
  },

  async *run({ inputs, credential, turn, ports, signal, label }) {
    const records = await readAirtable(inputs, { token: credential.accessToken, fetch: ports.fetch, signal })
    if (records.length === 0) {
      throw new AppError('INVALID_FLOW', `${label}: the table has no records.`)
    }
    const rows = records.map(({ fields }) => fields)
    return yield* runTableAgent({
      table: { names: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows },
      model: inputs.model,
      system: undefined,
      moderations: inputs.inputModeration,
      question: turn.question,
      ports,
      label,
    })
  },
})
