import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import {
  type LoadedDocuments,
  type LoaderCall,
  loaderOutputs,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'

export const notionFolder = defineNode({
  name: 'notionFolder',
  label: 'Notion Folder',
  version: 2,
  category: 'Document Loaders',
  description:
    'Reads an exported Notion folder on the server. Disabled on this server: use File Loader and upload the files.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    notionFolder: { label: 'Notion Folder', type: 'string', placeholder: '/documents/notion' },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs(({ label }: LoaderCall): LoadedDocuments => {
    throw new AppError(
      'FORBIDDEN',
      `${label}: reading server folders is disabled. Use File Loader and upload the files.`,
    )
  }),
})
