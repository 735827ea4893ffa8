import { defineNode } from '#server/engine/define-node.ts'
import { inputModeration, maxIterations, memory, tools } from './agent-inputs.ts'
import { reactRequest } from './react-request.ts'
import { runTextAgent } from './text-agent.ts'

export const reactAgentChat = defineNode({
  name: 'reactAgentChat',
  label: 'ReAct Agent for Chat Models',
  version: 4,
  category: 'Agents',
  description: 'Reasons step by step and uses tools (ReAct). For models without tool calls.',
  icon: 'agent',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  badge: 'DEPRECATING',

  inputs: {
    tools,
    model: { label: 'Chat Model', type: 'BaseChatModel' },
    memory,
    inputModeration,
    maxIterations,
  },

  async *run({ inputs, turn: { question }, label }) {
    const { model, tools, memory, maxIterations } = inputs
    const history = await memory.read()
    return yield* runTextAgent({
      model,
      tools,
      moderations: inputs.inputModeration,
      maxIterations,
      question,
      label,
      toRequest: (done, mustAnswer) => reactRequest({ tools, history, question }, done, mustAnswer),
    })
  },
})
