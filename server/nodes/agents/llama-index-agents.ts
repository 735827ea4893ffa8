import { defineNode } from '#server/engine/define-node.ts'
import type { QueryEngine, QueryEngineTool, Tool } from '#server/engine/handles.ts'
import { isRecord } from '#shared/json.ts'
import { memory, systemMessage } from './agent-inputs.ts'
import { runToolAgent } from './run-tool-agent.ts'

type Named = {
  name: string
  label: string
  version: number
  kind: string
  modelLabel: string
}

/** A LlamaIndex agent. Its tools are query engines. */
function engineAgent({ kind, modelLabel, ...named }: Named) {
  const { default: _, ...system } = systemMessage('')
  return defineNode({
    ...named,
    category: 'Agents',
    description: 'Answers with connected engines that the model calls.',
    icon: 'agent',
    baseClasses: [kind, 'AgentExecutor'],
    tags: ['LlamaIndex'],
    badge: 'DEPRECATING',

    inputs: {
      tools: {
        label: 'Tools',
        type: 'Tool_LlamaIndex',
        description: 'Engines the agent can call.',
        list: true,
      },
      memory,
      model: {
        label: modelLabel,
        type: 'BaseChatModel_LlamaIndex',
        description: 'A model that supports tool calls.',
      },
      systemMessage: system,
    },

    run: ({ inputs, turn, ports, label }) =>
      runToolAgent({
        model: inputs.model,
        tools: ports.ownTools(toTools(inputs.tools)),
        memory: inputs.memory,
        system: inputs.systemMessage,
        moderations: [],
        maxIterations: undefined,
        question: turn.question,
        images: turn.images,
        label,
      }),
  })
}

function toTools(engines: readonly QueryEngineTool[]): Tool[] {
  return engines.map(({ name, description, engine }) => ({
    name,
    description,
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The whole question.' } },
      required: ['input'],
    },
    effect: 'read',
    async call(args) {
      const requested = isRecord(args) && 'input' in args ? String(args.input) : ''
      return collectText(engine.query(requested))
    },
  }))
}

async function collectText(pieces: ReturnType<QueryEngine['query']>) {
  let step = await pieces.next()
  while (!step.done) {
    step = await pieces.next()
  }
  return step.value
}

export const openAIToolAgentLlamaIndex = engineAgent({
  name: 'openAIToolAgentLlamaIndex',
  label: 'OpenAI Tool Agent',
  version: 2,
  kind: 'OpenAIToolAgent',
  modelLabel: 'OpenAI/Azure Chat Model',
})

export const anthropicAgentLlamaIndex = engineAgent({
  name: 'anthropicAgentLlamaIndex',
  label: 'Anthropic Agent',
  version: 1,
  kind: 'AnthropicAgent',
  modelLabel: 'Anthropic Claude Model',
})
