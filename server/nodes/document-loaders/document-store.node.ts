import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { DocumentSource } from '#server/engine/handles.ts'
import { listStores } from '#server/nodes/list-stores.ts'
import { type LoadedDocuments, loaderOutputs } from './document-source.ts'

const nothing: DocumentSource = { key: 'no store', load: async () => [] }

export const documentStore = defineNode({
  name: 'documentStore',
  label: 'Document Store',
  version: 1,
  category: 'Document Loaders',
  description: 'Loads the chunks of a document store. Empty: no documents.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    selectedStore: {
      label: 'Select Store',
      type: 'asyncOptions',
      loadMethod: 'listStores',
      // Flowise's files do not contain the store.
      optional: true,
    },
    docIds: {
      label: 'Sources',
      type: 'string',
      description: 'Ids of the sources to load, comma-separated. Default: all.',
      optional: true,
      additionalParams: true,
    },
  },

  outputs: loaderOutputs(async ({ inputs, ports }: Call): Promise<LoadedDocuments> => {
    const { selectedStore: id, docIds = '' } = inputs
    const chosen = docIds
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    const source = id
      ? (await ports.documentStore(id)).chunks(chosen.length > 0 ? chosen : undefined)
      : nothing
    return source as LoadedDocuments
  }),

  loadMethods: { listStores },
})

type Call = {
  inputs: { readonly selectedStore: string | undefined; readonly docIds: string | undefined }
  ports: Pick<AnyCall['ports'], 'documentStore'>
}
