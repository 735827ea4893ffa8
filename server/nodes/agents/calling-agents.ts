import { defineNode } from '#server/engine/define-node.ts'
import { inputModeration, memory, systemMessage, tools } from './agent-inputs.ts'
import { runToolAgent } from './run-tool-agent.ts'

type LegacyAgent = {
  name: string
  label: string
  version: number
  modelLabel: string
}

/** Legacy agents that flow files name after a model provider. Any model that supports tool calls works. */
function defineLegacyAgent({ modelLabel, ...agent }: LegacyAgent) {
  return defineNode({
    ...agent,
    category: 'Agents',
    description: 'Legacy agent. Tool Agent does the same with any model that supports tool calls.',
    icon: 'agent',
    baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
    badge: 'DEPRECATING',

    inputs: {
      tools: { ...tools, label: 'Tools' },
      memory,
      model: { label: modelLabel, type: 'BaseChatModel', description: 'A model that supports tool calls.' },
      systemMessage: systemMessage('You are a helpful assistant.'),
      inputModeration,
    },

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
}

const openAIModel = 'OpenAI/Azure Chat Model'

export const openAIToolAgent = defineLegacyAgent({
  name: 'openAIToolAgent',
  label: 'OpenAI Tool Agent',
  version: 1,
  modelLabel: openAIModel,
})

export const openAIFunctionAgent = defineLegacyAgent({
  name: 'openAIFunctionAgent',
  label: 'OpenAI Function Agent',
  version: 4,
  modelLabel: openAIModel,
})

export const mistralAIToolAgent = defineLegacyAgent({
  name: 'mistralAIToolAgent',
  label: 'MistralAI Tool Agent',
  version: 1,
  modelLabel: 'MistralAI Chat Model',
})
