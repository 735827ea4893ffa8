import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { VectorStore } from '#server/engine/handles.ts'
import { listPools } from '#server/nodes/list-stores.ts'
import { topK } from '#server/nodes/vector-stores/common-inputs.ts'
import { toRetriever } from '#server/nodes/vector-stores/store-handles.ts'

type Call = {
  inputs: { readonly pool: string; readonly topK: number | undefined }
  signal: AbortSignal
  ports: Pick<AnyCall['ports'], 'documentStore'>
}

export const documentPool = defineNode({
  name: 'documentPool',
  label: 'Document Pool',
  version: 1,
  category: 'Retrievers',
  description: 'Finds passages in one of your document pools.',
  icon: 'store',
  baseClasses: ['DocumentPool', 'BaseRetriever'],

  inputs: {
    pool: { label: 'Pool', type: 'asyncOptions', loadMethod: 'listPools' },
    topK: { ...topK, additionalParams: false },
  },

  outputs: {
    retriever: {
      label: 'Retriever',
      baseClasses: ['DocumentPool', 'BaseRetriever'],
      build: (call) => toRetriever(storeOf(call), call.inputs.topK),
    },
    vectorStore: {
      label: 'Vector Store',
      baseClasses: ['DocumentPool', 'VectorStore'],
      build: (call) => storeOf(call),
    },
  },

  loadMethods: { listPools },
})

function storeOf({ inputs, ports, signal }: Call): VectorStore {
  return {
    search: async (query, { count }) =>
      (await ports.documentStore(inputs.pool)).search(query, { count, signal }),
  }
}
