import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { VectorStore } from '#server/engine/handles.ts'
import { listStores } from '#server/nodes/list-stores.ts'
import { topK } from './common-inputs.ts'
import { toRetriever } from './store-handles.ts'

type Call = {
  inputs: { readonly selectedStore: string; readonly topK: number | undefined }
  signal: AbortSignal
  ports: Pick<AnyCall['ports'], 'documentStore'>
}

export const documentStoreVS = defineNode({
  name: 'documentStoreVS',
  label: 'Document Store (Vector)',
  version: 1,
  category: 'Vector Stores',
  description: 'Searches a document store that has been upserted.',
  icon: 'store',
  baseClasses: ['DocumentStoreVS'],

  inputs: {
    selectedStore: { label: 'Select Store', type: 'asyncOptions', loadMethod: 'listStores' },
    topK,
  },

  outputs: {
    retriever: {
      label: 'Retriever',
      baseClasses: ['DocumentStoreVS', 'BaseRetriever'],
      build: (call) => toRetriever(storeOf(call), call.inputs.topK),
    },
    vectorStore: {
      label: 'Vector Store',
      baseClasses: ['DocumentStoreVS', 'VectorStore'],
      build: (call) => storeOf(call),
    },
  },

  loadMethods: { listStores },
})

function storeOf({ inputs, ports, signal }: Call): VectorStore {
  return {
    search: async (query, { count }) =>
      (await ports.documentStore(inputs.selectedStore)).search(query, { count, signal }),
  }
}
