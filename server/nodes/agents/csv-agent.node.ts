import { defineNode } from '#server/engine/define-node.ts'
import type { StoredFile } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { inputModeration } from './agent-inputs.ts'
import { readRows } from './csv-rows.ts'
import { runTableAgent, type Table } from './table-agent.ts'

type OpenFile = (reference: string) => Promise<StoredFile>

export const csvAgent = defineNode({
  name: 'csvAgent',
  label: 'CSV Agent',
  version: 3,
  category: 'Agents',
  description: 'Answers questions about a table with code that runs in a sandbox.',
  icon: 'agent',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],

  inputs: {
    csvFile: { label: 'CSV File', type: 'file', fileType: '.csv' },
    model: {
      label: 'Language Model',
      type: 'BaseLanguageModel',
      description: 'A model that supports tool calls.',
    },
    systemMessagePrompt: {
      label: 'System Message',
      type: 'string',
      rows: 4,
      optional: true,
      additionalParams: true,
    },
    inputModeration,
  },

  async *run({ inputs, turn, ports, label }) {
    return yield* runTableAgent({
      table: await readTable(inputs.csvFile, ports.openFile, label),
      model: inputs.model,
      system: inputs.systemMessagePrompt,
      moderations: inputs.inputModeration,
      question: turn.question,
      ports,
      label,
    })
  },
})

async function readTable([file]: readonly string[], openFile: OpenFile, label: string): Promise<Table> {
  const bytes = file === undefined ? new Uint8Array() : await (await openFile(file)).read()
  const table = readRows(new TextDecoder().decode(bytes))
  if (table.rows.length === 0) {
    throw new AppError('INVALID_FLOW', `${label}: the file has no rows below its first line.`)
  }
  return table
}
