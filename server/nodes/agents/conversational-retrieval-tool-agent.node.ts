import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel } from '#server/engine/handles.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { inputModeration, maxIterations, memory, systemMessage, tools } from './agent-inputs.ts'
import { runToolAgent } from './run-tool-agent.ts'

export const conversationalRetrievalToolAgent = defineNode({
  name: 'conversationalRetrievalToolAgent',
  label: 'Conversational Retrieval Tool Agent',
  version: 1,
  category: 'Agents',
  description: 'Tool agent that rewrites follow-ups as standalone questions before it searches.',
  icon: 'agent',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],

  inputs: {
    tools: { ...tools, label: 'Tools' },
    memory,
    model: { label: 'Tool Calling Chat Model', type: 'BaseChatModel' },
    systemMessage: systemMessage(
      'You are a helpful assistant. Search before you answer, and say so when nothing was found.',
    ),
    rephrasePrompt: {
      label: 'Rephrase Prompt',
      type: 'string',
      rows: 4,
      description: 'Variables: {chat_history}, {question}.',
      default:
        'Here is a conversation and a question that follows it. Write the question so that it can be understood alone, in its own language. Write nothing else.\n\n{chat_history}\n\nQuestion: {question}',
      optional: true,
      additionalParams: true,
    },
    rephraseModel: {
      label: 'Rephrase Model',
      type: 'BaseChatModel',
      description: 'Empty: the agent’s model.',
      optional: true,
    },
    inputModeration,
    maxIterations,
  },

  async *run({ inputs, turn, label }) {
    const { memory, rephraseModel, rephrasePrompt } = inputs
    const history = await memory.read()
    const model = rephraseModel ?? inputs.model
    const question = await rephrase({ model, prompt: rephrasePrompt, history, question: turn.question })
    return yield* runToolAgent({
      model: inputs.model,
      tools: inputs.tools,
      memory,
      system: inputs.systemMessage,
      moderations: inputs.inputModeration,
      maxIterations: inputs.maxIterations,
      question,
      images: turn.images,
      label,
    })
  },
})

type Rephrasing = {
  model: ChatModel
  prompt: string | undefined
  history: readonly ChatMessage[]
  question: string
}

async function rephrase({ model, prompt, history, question }: Rephrasing): Promise<string> {
  if (history.length === 0 || !prompt) {
    return question
  }
  const spoken = history.map(({ role, content }) => `${role}: ${content}`).join('\n')
  const content = prompt.replaceAll('{chat_history}', spoken).replaceAll('{question}', question)
  const { text } = await callModel(model, { messages: [{ role: 'user', content }] })
  return text.trim() || question
}
