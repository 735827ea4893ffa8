import { defineNode } from '#server/engine/define-node.ts'
import { document, embeddings, topK } from './common-inputs.ts'
import { embeddedStore, upsertEmbedded } from './embedded-store.ts'
import { toRetriever } from './store-handles.ts'

export const memoryVectorStore = defineNode({
  name: 'memoryVectorStore',
  label: 'In-Memory Vector Store',
  version: 1,
  category: 'Vector Stores',
  description: 'Searches the connected documents by meaning. Indexed once on this server.',
  icon: 'store',
  baseClasses: ['Memory', 'VectorStoreRetriever', 'BaseRetriever'],

  inputs: { document, embeddings, topK: { ...topK, additionalParams: false } },

  outputs: {
    retriever: {
      label: 'Memory Retriever',
      baseClasses: ['Memory', 'VectorStoreRetriever', 'BaseRetriever'],
      build: (call) => toRetriever(embeddedStore(call, 'vector'), call.inputs.topK),
    },
    vectorStore: {
      label: 'Memory Vector Store',
      baseClasses: ['Memory', 'VectorStore'],
      build: (call) => embeddedStore(call, 'vector'),
    },
  },

  upsert: upsertEmbedded,
})
