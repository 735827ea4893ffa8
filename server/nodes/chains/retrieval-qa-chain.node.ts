import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel, Moderation, Retriever } from '#server/engine/handles.ts'
import { answerFrom, usualResponsePrompt, wholeText } from './answer-from-documents.ts'
import { findRefusal, inputModeration, toWords } from './moderate.ts'

type Inputs = {
  readonly model: ChatModel
  readonly vectorStoreRetriever: Retriever
  readonly inputModeration: Moderation[]
}

export const retrievalQAChain = defineNode({
  name: 'retrievalQAChain',
  label: 'Retrieval QA Chain',
  version: 2,
  category: 'Chains',
  description: 'Answers one question from documents.',
  icon: 'chain',
  baseClasses: ['RetrievalQAChain', 'BaseChain', 'Runnable'],
  badge: 'DEPRECATING',

  inputs: {
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    vectorStoreRetriever: { label: 'Vector Store Retriever', type: 'BaseRetriever' },
    inputModeration,
  },

  build: ({ inputs }) => ({
    async ask(question) {
      return (
        (await findRefusal(inputs.inputModeration, question)) ?? wholeText(await answer(inputs, question))
      )
    },
  }),

  async *run({ inputs, turn: { question } }) {
    const refusal = await findRefusal(inputs.inputModeration, question)
    if (refusal !== undefined) {
      yield* toWords(refusal)
      return
    }
    yield* await answer(inputs, question)
  },
})

async function answer(inputs: Inputs, question: string) {
  const documents = await inputs.vectorStoreRetriever.retrieve(question)
  return answerFrom({ model: inputs.model, question, documents, prompt: usualResponsePrompt })
}
