import type { Turn } from '#server/engine/call-context.ts'
import { callModel } from '#server/engine/call-model.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { ChatModel, Memory, Moderation, Retriever } from '#server/engine/handles.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { formatTemplate } from '#server/nodes/retrievers/context-of.ts'
import { answerFrom, collectText, defaultResponsePrompt } from './answer-from-documents.ts'
import { findRejection, inputModeration, toWords } from './moderate.ts'

type Call = {
  inputs: {
    readonly model: ChatModel
    readonly vectorStoreRetriever: Retriever
    readonly memory: Memory | undefined
    readonly rephrasePrompt: string | undefined
    readonly responsePrompt: string | undefined
    readonly inputModeration: Moderation[]
  }
  turn: Turn
  ports: Pick<AnyCall['ports'], 'history'>
}

const defaultRephrasePrompt = `Write the last question of this conversation so that it can be understood without the conversation. Keep its language and its meaning. Write nothing else.

Conversation:
{chat_history}

Last question: {question}
Question by itself:`

export const conversationalRetrievalQAChain = defineNode({
  name: 'conversationalRetrievalQAChain',
  label: 'Conversational Retrieval QA Chain',
  version: 3,
  category: 'Chains',
  description: 'Answers questions from documents and remembers the conversation.',
  icon: 'conversation',
  baseClasses: ['ConversationalRetrievalQAChain', 'BaseChain', 'Runnable'],

  inputs: {
    model: { label: 'Chat Model', type: 'BaseChatModel' },
    vectorStoreRetriever: { label: 'Vector Store Retriever', type: 'BaseRetriever' },
    memory: {
      label: 'Memory',
      type: 'BaseMemory',
      description: 'Empty: remembers the whole conversation.',
      optional: true,
    },
    returnSourceDocuments: {
      label: 'Return Source Documents',
      type: 'boolean',
      description: 'Show the sources of an answer.',
      optional: true,
    },
    rephrasePrompt: {
      label: 'Rephrase Prompt',
      type: 'string',
      description: 'Prompt that rewrites a follow-up as a standalone question: {chat_history}, {question}.',
      rows: 4,
      default: defaultRephrasePrompt,
      optional: true,
      additionalParams: true,
    },
    responsePrompt: {
      label: 'Response Prompt',
      type: 'string',
      description: 'Prompt for the answer. {context} holds the passages found.',
      rows: 4,
      default: defaultResponsePrompt,
      optional: true,
      additionalParams: true,
    },
    inputModeration,
  },

  build: (call) => ({
    async ask(question) {
      const rejection = await findRejection(call.inputs.inputModeration, question)
      return rejection ?? (await collectText((await find(call, question, [])).pieces))
    },
  }),

  async *run(call) {
    const { inputs, turn, ports } = call
    const rejection = await findRejection(inputs.inputModeration, turn.question)
    if (rejection !== undefined) {
      yield* toWords(rejection)
      return
    }
    const history = await (inputs.memory?.read() ?? ports.history(turn.sessionId))
    const { documents, pieces } = await find(call, turn.question, history)
    yield* pieces
    return inputs.returnSourceDocuments ? { sourceDocuments: documents } : undefined
  },
})

async function find({ inputs }: Call, question: string, history: readonly ChatMessage[]) {
  const { model, vectorStoreRetriever: retriever, responsePrompt: prompt = defaultResponsePrompt } = inputs
  const documents = await retriever.retrieve(await rephrase(inputs, question, history))
  return { documents, pieces: answerFrom({ model, question, documents, prompt, history }) }
}

async function rephrase(
  { model, rephrasePrompt = defaultRephrasePrompt }: Call['inputs'],
  question: string,
  history: readonly ChatMessage[],
) {
  if (history.length === 0) {
    return question
  }
  const spoken = history.map(({ role, content }) => `${role}: ${content}`).join('\n')
  const content = formatTemplate(rephrasePrompt, { chat_history: spoken, question })
  const { text } = await callModel(model, { messages: [{ role: 'user', content }] })
  return text.trim() || question
}
