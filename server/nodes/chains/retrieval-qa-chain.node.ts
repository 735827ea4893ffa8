import { defineNode } from '#server/engine/define-node.ts'
import type { Retriever } from '#server/engine/handles.ts'
import { answerOneQuestion } from './answer-one-question.ts'
import { inputModeration } from './moderate.ts'

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

  ...answerOneQuestion(({ vectorStoreRetriever }: { readonly vectorStoreRetriever: Retriever }, question) =>
    vectorStoreRetriever.retrieve(question),
  ),
})
