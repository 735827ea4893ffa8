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
    'Finds pieces of the connected documents by what they mean. In the place of a folder of Faiss stands the index of this server.',
  icon: 'store',
  baseClasses: ['Faiss', 'VectorStoreRetriever', 'BaseRetriever'],

  inputs: {
    document,
    embeddings,
    basePath: {
      label: 'Base Path to load',
      type: 'string',
      description: 'Kept for older flows: this server keeps the index in its own place.',
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
