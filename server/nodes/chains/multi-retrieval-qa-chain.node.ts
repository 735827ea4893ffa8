import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel, Moderation, Retriever } from '#server/engine/handles.ts'
import { answerFrom, collectText, defaultResponsePrompt } from './answer-from-documents.ts'
import { findRejection, inputModeration, toWords } from './moderate.ts'

type Inputs = {
  readonly model: ChatModel
  readonly vectorStoreRetriever: Retriever[]
  readonly inputModeration: Moderation[]
}

export const multiRetrievalQAChain = defineNode({
  name: 'multiRetrievalQAChain',
  label: 'Multi Retrieval QA Chain',
  version: 2,
  category: 'Chains',
  description: 'Chooses a retriever by its description and answers from it.',
  icon: 'chain',
  baseClasses: ['MultiRetrievalQAChain', 'BaseChain', 'Runnable'],
  badge: 'DEPRECATING',

  inputs: {
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    vectorStoreRetriever: { label: 'Vector Store Retriever', type: 'VectorStoreRetriever', list: true },
    returnSourceDocuments: { label: 'Return Source Documents', type: 'boolean', optional: true },
    inputModeration,
  },

  build: ({ inputs }) => ({
    async ask(question) {
      const rejection = await findRejection(inputs.inputModeration, question)
      return rejection ?? collectText((await answer(inputs, question)).pieces)
    },
  }),

  async *run({ inputs, turn: { question } }) {
    const rejection = await findRejection(inputs.inputModeration, question)
    if (rejection !== undefined) {
      yield* toWords(rejection)
      return
    }
    const { documents, pieces } = await answer(inputs, question)
    yield* pieces
    return inputs.returnSourceDocuments ? { sourceDocuments: documents } : undefined
  },
})

async function answer({ model, vectorStoreRetriever: retrievers }: Inputs, question: string) {
  const documents = (await (await choose(model, retrievers, question))?.retrieve(question)) ?? []
  return { documents, pieces: answerFrom({ model, question, documents, prompt: defaultResponsePrompt }) }
}

async function choose(model: ChatModel, retrievers: readonly Retriever[], question: string) {
  if (retrievers.length < 2) {
    return retrievers[0]
  }
  const list = retrievers.map(
    ({ name, description }, place) => `${place + 1}. ${name ?? ''}: ${description ?? ''}`,
  )
  const { text } = await callModel(model, {
    system: `Which of these sources can answer the question? Answer with its number alone.\n${list.join('\n')}`,
    messages: [{ role: 'user', content: question }],
  })
  return retrievers[Number(/\d+/.exec(text)?.[0] ?? 1) - 1] ?? retrievers[0]
}
