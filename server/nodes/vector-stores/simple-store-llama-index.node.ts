import { defineNode } from '#server/engine/define-node.ts'
import { document, topK } from './common-inputs.ts'
import { embeddedStore, upsertEmbedded } from './embedded-store.ts'
import { toRetriever } from './store-handles.ts'

export const simpleStoreLlamaIndex = defineNode({
  name: 'simpleStoreLlamaIndex',
  label: 'SimpleStore',
  version: 1,
  category: 'Vector Stores',
  description: 'Searches the connected documents, for LlamaIndex engines. Indexed once on this server.',
  icon: 'store',
  baseClasses: ['SimpleVectorStore', 'VectorIndexRetriever'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],

  inputs: {
    document,
    model: { label: 'Chat Model', type: 'BaseChatModel_LlamaIndex' },
    embeddings: { label: 'Embeddings', type: 'BaseEmbedding_LlamaIndex' },
    basePath: {
      label: 'Base Path to store',
      type: 'string',
      description: 'Legacy setting, no effect.',
      optional: true,
    },
    topK: { ...topK, additionalParams: false },
  },

  outputs: {
    retriever: {
      label: 'SimpleStore Retriever',
      baseClasses: ['SimpleVectorStore', 'VectorIndexRetriever'],
      build: (call) => ({
        ...toRetriever(embeddedStore(call, 'vector'), call.inputs.topK),
        model: call.inputs.model,
      }),
    },
    vectorStore: {
      label: 'SimpleStore Vector Store Index',
      baseClasses: ['SimpleVectorStore', 'VectorStoreIndex'],
      build: (call) => embeddedStore(call, 'vector'),
    },
  },

  upsert: upsertEmbedded,
})
