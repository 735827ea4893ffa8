import { defineNode } from '#server/engine/define-node.ts'
import { callingInputs } from './calling-agents.ts'
import { runToolAgent } from './run-tool-agent.ts'

export const openAIFunctionAgent = defineNode({
  name: 'openAIFunctionAgent',
  label: 'OpenAI Function Agent',
  version: 4,
  category: 'Agents',
  description: 'An agent of older files. The Tool Agent does the same with any model that calls tools.',
  icon: 'agent',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  badge: 'DEPRECATING',

  inputs: callingInputs('OpenAI/Azure Chat Model'),

  run: ({ inputs, turn, label }) =>
    runToolAgent({
      model: inputs.model,
      tools: inputs.tools,
      memory: inputs.memory,
      system: inputs.systemMessage,
      moderations: inputs.inputModeration,
      maxIterations: undefined,
      question: turn.question,
      images: turn.images,
      label,
    }),
})
