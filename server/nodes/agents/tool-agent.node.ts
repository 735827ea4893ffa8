import { defineNode } from '#server/engine/define-node.ts'
import { inputModeration, maxIterations, memory, systemMessage, tools } from './agent-inputs.ts'
import { runToolAgent } from './run-tool-agent.ts'

export const toolAgent = defineNode({
  name: 'toolAgent',
  label: 'Tool Agent',
  version: 2,
  category: 'Agents',
  description: 'Answers with tools that the model calls.',
  icon: 'agent',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],

  inputs: {
    tools: { ...tools, label: 'Tools' },
    memory,
    model: {
      label: 'Tool Calling Chat Model',
      type: 'BaseChatModel',
      description:
        'A model that supports tool calls, such as those from OpenAI, Anthropic, Google, Mistral and Groq.',
    },
    chatPromptTemplate: {
      label: 'Chat Prompt Template',
      type: 'ChatPromptTemplate',
      description: 'Overrides the system message.',
      optional: true,
    },
    systemMessage: systemMessage(
      'You are a helpful assistant. Use your tools where they help, and say so when you do not know.',
    ),
    inputModeration,
    maxIterations,
    enableDetailedStreaming: {
      label: 'Enable Detailed Streaming',
      type: 'boolean',
      description: 'Show tool calls while they run.',
      default: false,
      optional: true,
      additionalParams: true,
    },
  },

  run: ({ inputs, turn, label }) =>
    runToolAgent({
      model: inputs.model,
      tools: inputs.tools,
      memory: inputs.memory,
      system: inputs.systemMessage,
      prompt: inputs.chatPromptTemplate,
      moderations: inputs.inputModeration,
      maxIterations: inputs.maxIterations,
      question: turn.question,
      images: turn.images,
      label,
    }),
})
