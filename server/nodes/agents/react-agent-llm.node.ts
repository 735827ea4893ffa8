import { defineNode } from '#server/engine/define-node.ts'
import { inputModeration, maxIterations, tools } from './agent-inputs.ts'
import { reactRequest } from './react-request.ts'
import { runTextAgent } from './text-agent.ts'

export const reactAgentLLM = defineNode({
  name: 'reactAgentLLM',
  label: 'ReAct Agent for LLMs',
  version: 2,
  category: 'Agents',
  description: 'Reasons step by step and uses tools (ReAct). For completion models. No memory.',
  icon: 'agent',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  badge: 'DEPRECATING',

  inputs: {
    tools,
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    inputModeration,
    maxIterations,
  },

  run: ({ inputs: { model, tools, inputModeration, maxIterations }, turn: { question }, label }) =>
    runTextAgent({
      model,
      tools,
      moderations: inputModeration,
      maxIterations,
      question,
      label,
      toRequest: (done, mustAnswer) => reactRequest({ tools, history: [], question }, done, mustAnswer),
    }),
})
