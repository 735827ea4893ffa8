import { defineNode } from '#server/engine/define-node.ts'
import type { Retriever, VectorStore } from '#server/engine/handles.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

type Call = {
  inputs: {
    readonly vectorStore: VectorStore
    readonly query: string | undefined
    readonly minSimilarityScore: number
    readonly maxK: number | undefined
  }
  turn: { question: string }
}

export const similarityThresholdRetriever = defineNode({
  name: 'similarityThresholdRetriever',
  label: 'Similarity Score Threshold Retriever',
  version: 2,
  category: 'Retrievers',
  description: 'Returns only chunks that are similar enough to the question.',
  icon: 'retriever',
  baseClasses: ['SimilarityThresholdRetriever', 'BaseRetriever'],

  inputs: {
    vectorStore: { label: 'Vector Store', type: 'VectorStore' },
    query,
    minSimilarityScore: {
      label: 'Minimum Similarity Score (%)',
      type: 'number',
      description: 'Leave out chunks below this score.',
      step: 1,
      min: 0,
      max: 100,
      default: 80,
    },
    maxK: {
      label: 'Max K',
      type: 'number',
      description: 'Max chunks.',
      step: 1,
      min: 1,
      default: 20,
      optional: true,
      additionalParams: true,
    },
    kIncrement: {
      label: 'K Increment',
      type: 'number',
      description: 'Legacy setting, no effect.',
      step: 1,
      min: 1,
      default: 2,
      optional: true,
      additionalParams: true,
    },
  },

  outputs: retrieverOutputs('Similarity Threshold Retriever', ['SimilarityThresholdRetriever'], open),
})

function open({ inputs: { vectorStore, maxK = 20, minSimilarityScore } }: Call): Retriever {
  return {
    async retrieve(question) {
      const found = await vectorStore.search(question, { count: Math.max(1, Math.trunc(maxK)) })
      return found
        .filter(({ score }) => score >= minSimilarityScore / 100)
        .map(({ pageContent, metadata }) => ({ pageContent, metadata }))
    },
  }
}
