import { defineNode } from '#server/engine/define-node.ts'
import { document, embeddings, topK } from './common-inputs.ts'
import { embeddedStore, upsertEmbedded } from './embedded-store.ts'
import { toRetriever } from './store-handles.ts'

export const faiss = defineNode({
  name: 'faiss',
  label: 'Faiss',
  version: 1,
  category: 'Vector Stores',
  description:
    'Searches the connected documents by meaning. Uses the index of this server instead of a Faiss folder.',
  icon: 'store',
  baseClasses: ['Faiss', 'VectorStoreRetriever', 'BaseRetriever'],

  inputs: {
    document,
    embeddings,
    basePath: {
      label: 'Base Path to load',
      type: 'string',
      description: 'Legacy setting, no effect.',
      optional: true,
      additionalParams: true,
    },
    topK,
  },

  outputs: {
    retriever: {
      label: 'Faiss Retriever',
      baseClasses: ['Faiss', 'VectorStoreRetriever', 'BaseRetriever'],
      build: (call) => toRetriever(embeddedStore(call, 'vector'), call.inputs.topK),
    },
    vectorStore: {
      label: 'Faiss Vector Store',
      baseClasses: ['Faiss', 'SaveableVectorStore', 'VectorStore'],
      build: (call) => embeddedStore(call, 'vector'),
    },
  },

  upsert: upsertEmbedded,
})
