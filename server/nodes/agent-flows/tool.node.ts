import { defineNode } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { openTool } from './agent-tools.ts'
import { rowsOf, stateUpdates } from './step-inputs.ts'
import { readUpdates } from './update-state.ts'

export const toolAgentflow = defineNode({
  name: 'toolAgentflow',
  label: 'Tool',
  version: 1.2,
  category: 'Agent Flows',
  description: 'Calls one tool with the values you set.',
  icon: 'tool',
  baseClasses: ['Tool'],
  inputs: {
    toolAgentflowSelectedTool: {
      type: 'asyncOptions',
      label: 'Tool',
      loadMethod: 'listTools',
      loadConfig: true,
    },
    toolInputArgs: {
      type: 'array',
      label: 'Tool Input Arguments',
      optional: true,
      acceptVariable: true,
      show: { toolAgentflowSelectedTool: '.+' },
      array: [
        {
          name: 'inputArgName',
          label: 'Input Argument Name',
          type: 'asyncOptions',
          loadMethod: 'listToolInputArgs',
          freeSolo: true,
        },
        { name: 'inputArgValue', label: 'Input Argument Value', type: 'string', acceptVariable: true },
      ],
    },
    toolUpdateState: stateUpdates,
  },
  // biome-ignore lint/correctness/useYield: it writes nothing, but every step is a generator
  async *step({ inputs, step, label }) {
    const name = inputs.toolAgentflowSelectedTool
    const [tool, ...others] = await openTool(step, {
      ...{ slot: 'tool', name, label },
      config: step.stored('toolAgentflowSelectedToolConfig') as Json,
    })
    if (!tool || others.length > 0) {
      throw new AppError('INVALID_FLOW', `${label}: ${name} has several tools. Use an Agent for it.`)
    }
    const rows = rowsOf(inputs.toolInputArgs).filter(({ inputArgName }) => inputArgName)
    const args = readArguments(rows, tool)
    const { text, sourceDocuments, artifacts } = await tool.call(args)
    if (text.startsWith('Error: ')) {
      throw new AppError('UPSTREAM_FAILED', `${label}: ${text.slice('Error: '.length)}`)
    }
    const value = {
      content: text,
      ...(sourceDocuments && { sourceDocuments }),
      ...(artifacts && { artifacts }),
    }
    return {
      value,
      input: { toolInputArgs: rows },
      patch: readUpdates(step, 'toolUpdateState', value),
      messages: [{ role: 'assistant', content: text }],
    }
  },
})

/** Values are texts in the form; the tool's schema says what they are. */
function readArguments(
  rows: readonly Record<string, Json>[],
  { parameters }: Tool,
): { [name: string]: Json } {
  const properties = isRecord(parameters.properties) ? parameters.properties : {}
  return Object.fromEntries(
    rows.map(({ inputArgName, inputArgValue = '' }) => {
      const name = String(inputArgName)
      const property = properties[name]
      return [name, convert(inputArgValue, isRecord(property) ? property.type : undefined)]
    }),
  )
}

function convert(value: Json, type: unknown): Json {
  if (typeof value !== 'string' || type === 'string') {
    return value
  }
  const isData = ['number', 'integer', 'boolean', 'object', 'array'].some((each) =>
    [type].flat().includes(each),
  )
  return isData ? ((parseJson(value.trim()) as Json | undefined) ?? value) : value
}
