import { defineNode } from '#server/engine/define-node.ts'
import { engineAgentInputs, toTools } from './llama-index-agent.ts'
import { runToolAgent } from './run-tool-agent.ts'

export const anthropicAgentLlamaIndex = defineNode({
  name: 'anthropicAgentLlamaIndex',
  label: 'Anthropic Agent',
  version: 1,
  category: 'Agents',
  description: 'Answers by asking the engines connected to it, which its model calls by itself.',
  icon: 'agent',
  baseClasses: ['AnthropicAgent', 'AgentExecutor'],
  tags: ['LlamaIndex'],
  badge: 'DEPRECATING',

  inputs: engineAgentInputs('Anthropic Claude Model'),

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
