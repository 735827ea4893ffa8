import { defineNode } from '#server/engine/define-node.ts'
import type { DocumentSource } from '#server/engine/handles.ts'
import { AppError } from '#shared/errors.ts'
import { type LoadedDocuments, loaderOutputs } from './document-source.ts'

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
  },

  outputs: loaderOutputs(
    ({ inputs, label }: { inputs: { readonly selectedStore: string | undefined }; label: string }) => {
      if (inputs.selectedStore) {
        throw new AppError(
          'INVALID_FLOW',
          `${label}: this server has no such document store. Clear the field.`,
        )
      }
      const nothing: DocumentSource = { key: 'no store', load: async () => [] }
      return nothing as LoadedDocuments
    },
  ),

  loadMethods: {
    listStores: async () => [],
  },
})
