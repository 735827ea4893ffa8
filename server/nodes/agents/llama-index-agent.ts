import type { QueryEngine, QueryEngineTool, Tool } from '#server/engine/handles.ts'
import { memory, systemMessage } from './agent-inputs.ts'

/** Inputs of LlamaIndex's agents, whose tools are engines that answer by themselves. */
export function engineAgentInputs(modelLabel: string) {
  const { default: _, ...system } = systemMessage('')
  return {
    tools: { label: 'Tools', type: 'Tool_LlamaIndex', description: 'What it may ask.', list: true },
    memory,
    model: {
      label: modelLabel,
      type: 'BaseChatModel_LlamaIndex',
      description: 'One that can call tools.',
    },
    systemMessage: system,
  } as const
}

export function toTools(engines: readonly QueryEngineTool[]): Tool[] {
  return engines.map(({ name, description, engine }) => ({
    name,
    description,
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The whole question.' } },
      required: ['input'],
    },
    async call(args) {
      const asked = typeof args === 'object' && args !== null && 'input' in args ? String(args.input) : ''
      return whole(engine.query(asked))
    },
  }))
}

async function whole(pieces: ReturnType<QueryEngine['query']>) {
  let step = await pieces.next()
  while (!step.done) {
    step = await pieces.next()
  }
  return step.value
}
