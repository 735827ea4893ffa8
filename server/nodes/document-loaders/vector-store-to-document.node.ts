import { defineNode } from '#server/engine/define-node.ts'
import type { DocumentSource, VectorStore } from '#server/engine/handles.ts'
import type { LoadedDocuments } from './document-source.ts'

const defaultCount = 4

type Call = {
  inputs: {
    readonly vectorStore: VectorStore
    readonly query: string | undefined
    readonly minScore: number | undefined
  }
  turn: { readonly question: string }
}

export const vectorStoreToDocument = defineNode({
  name: 'vectorStoreToDocument',
  label: 'VectorStore To Document',
  version: 2,
  category: 'Document Loaders',
  description: 'Returns the search results of a vector store as documents.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    vectorStore: { label: 'Vector Store', type: 'VectorStore' },
    query: {
      label: 'Query',
      type: 'string',
      description: 'Search query. Empty: the message.',
      optional: true,
      acceptVariable: true,
    },
    minScore: {
      label: 'Minimum Score (%)',
      type: 'number',
      description: 'Leave out results below this score.',
      placeholder: '75',
      step: 1,
      min: 0,
      max: 100,
      optional: true,
    },
  },

  outputs: {
    document: { label: 'Document', baseClasses: ['Document', 'json'], build: sourceOf },
    text: {
      label: 'Text',
      baseClasses: ['string', 'json'],
      async build(call: Call) {
        const documents = await sourceOf(call).load()
        return documents.map(({ pageContent }) => pageContent).join('\n')
      },
    },
  },
})

function sourceOf({ inputs, turn }: Call): LoadedDocuments {
  const { vectorStore, query = turn.question, minScore = 0 } = inputs
  const source: DocumentSource = {
    // Search results belong to one question, so the key is never reused.
    key: JSON.stringify(['found', query, minScore, crypto.randomUUID()]),
    async load() {
      const found = await vectorStore.search(query, { count: defaultCount })
      return found
        .filter(({ score }) => score * 100 >= minScore)
        .map(({ pageContent, metadata }) => ({ pageContent, metadata }))
    },
  }
  return source as LoadedDocuments
}
