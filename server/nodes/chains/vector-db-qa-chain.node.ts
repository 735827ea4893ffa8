import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel, Moderation, VectorStore } from '#server/engine/handles.ts'
import { answerFrom, usualResponsePrompt, wholeText } from './answer-from-documents.ts'
import { findRefusal, inputModeration, toWords } from './moderate.ts'

type Inputs = {
  readonly model: ChatModel
  readonly vectorStore: VectorStore
  readonly inputModeration: Moderation[]
}

export const vectorDBQAChain = defineNode({
  name: 'vectorDBQAChain',
  label: 'VectorDB QA Chain',
  version: 2,
  category: 'Chains',
  description: 'Answers one question from a vector store.',
  icon: 'chain',
  baseClasses: ['VectorDBQAChain', 'BaseChain', 'Runnable'],
  badge: 'DEPRECATING',

  inputs: {
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    vectorStore: { label: 'Vector Store', type: 'VectorStore' },
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
  const documents = await inputs.vectorStore.search(question, { count: 4 })
  return answerFrom({ model: inputs.model, question, documents, prompt: usualResponsePrompt })
}
