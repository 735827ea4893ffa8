import { defineNode } from '#server/engine/define-node.ts'
import type { VectorStore } from '#server/engine/handles.ts'
import { answerOneQuestion } from './answer-one-question.ts'
import { inputModeration } from './moderate.ts'

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

  ...answerOneQuestion(({ vectorStore }: { readonly vectorStore: VectorStore }, question) =>
    vectorStore.search(question, { count: 4 }),
  ),
})
