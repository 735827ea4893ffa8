import { defineNode } from '#server/engine/define-node.ts'
import { document, embeddings, recordManager, topK } from './common-inputs.ts'
import { embeddedStore, upsertEmbedded } from './embedded-store.ts'
import { toRetriever } from './store-handles.ts'

export const flowtillStore = defineNode({
  name: 'flowtillStore',
  label: 'Flowtill Store',
  version: 1,
  category: 'Vector Stores',
  description: 'Searches the connected documents by meaning and keywords. Indexed once on this server.',
  icon: 'store',
  baseClasses: ['FlowtillStore', 'VectorStoreRetriever', 'BaseRetriever'],

  inputs: { document, embeddings, recordManager, topK: { ...topK, additionalParams: false } },

  outputs: {
    retriever: {
      label: 'Flowtill Retriever',
      baseClasses: ['FlowtillStore', 'VectorStoreRetriever', 'BaseRetriever'],
      build: (call) => toRetriever(embeddedStore(call, 'hybrid'), call.inputs.topK),
    },
    vectorStore: {
      label: 'Flowtill Vector Store',
      baseClasses: ['FlowtillStore', 'VectorStore'],
      build: (call) => embeddedStore(call, 'hybrid'),
    },
  },

  upsert: upsertEmbedded,
})
