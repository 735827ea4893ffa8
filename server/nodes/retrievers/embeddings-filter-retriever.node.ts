import { defineNode } from '#server/engine/define-node.ts'
import type { Embeddings, Retriever } from '#server/engine/handles.ts'
import { cosine } from '#server/nodes/vector-stores/mmr.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

type Call = {
  inputs: {
    readonly baseRetriever: Retriever
    readonly embeddings: Embeddings
    readonly query: string | undefined
    readonly similarityThreshold: number | undefined
    readonly k: number | undefined
  }
  turn: { question: string }
}

export const embeddingsFilterRetriever = defineNode({
  name: 'embeddingsFilterRetriever',
  label: 'Embeddings Filter Retriever',
  version: 1,
  category: 'Retrievers',
  description:
    'Keeps the results of another retriever that are similar to the question, compared with its own embedding model.',
  icon: 'retriever',
  baseClasses: ['EmbeddingsFilterRetriever', 'BaseRetriever'],

  inputs: {
    baseRetriever: { label: 'Vector Store Retriever', type: 'VectorStoreRetriever' },
    embeddings: { label: 'Embeddings', type: 'Embeddings' },
    query,
    similarityThreshold: {
      label: 'Similarity Threshold',
      type: 'number',
      description: 'From 0 to 1. Empty: only Top K applies.',
      step: 0.1,
      min: 0,
      max: 1,
      default: 0.8,
      optional: true,
      additionalParams: true,
    },
    k: {
      label: 'K',
      type: 'number',
      description: 'Max chunks.',
      step: 1,
      min: 1,
      default: 20,
      optional: true,
      additionalParams: true,
    },
  },

  outputs: retrieverOutputs('Embeddings Filter Retriever', ['EmbeddingsFilterRetriever'], open),
})

function open({ inputs: { baseRetriever, embeddings, similarityThreshold = 0, k = 20 } }: Call): Retriever {
  return {
    async retrieve(question) {
      const found = await baseRetriever.retrieve(question)
      if (found.length === 0) {
        return []
      }
      const [[requested = []], vectors] = await Promise.all([
        embeddings.embed([question], 'query'),
        embeddings.embed(found.map(({ pageContent }) => pageContent)),
      ])
      return found
        .map((document, place) => ({ document, score: cosine(requested, vectors[place] ?? []) }))
        .filter(({ score }) => score >= similarityThreshold)
        .sort((a, b) => b.score - a.score)
        .slice(0, Math.max(1, Math.trunc(k)))
        .map(({ document }) => document)
    },
  }
}
