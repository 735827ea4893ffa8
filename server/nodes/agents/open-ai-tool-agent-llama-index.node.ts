import { defineNode } from '#server/engine/define-node.ts'
import { engineAgentInputs, toTools } from './llama-index-agent.ts'
import { runToolAgent } from './run-tool-agent.ts'

export const openAIToolAgentLlamaIndex = defineNode({
  name: 'openAIToolAgentLlamaIndex',
  label: 'OpenAI Tool Agent',
  version: 2,
  category: 'Agents',
  description: 'Answers by asking the engines connected to it, which its model calls by itself.',
  icon: 'agent',
  baseClasses: ['OpenAIToolAgent', 'AgentExecutor'],
  tags: ['LlamaIndex'],
  badge: 'DEPRECATING',

  inputs: engineAgentInputs('OpenAI/Azure Chat Model'),

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
