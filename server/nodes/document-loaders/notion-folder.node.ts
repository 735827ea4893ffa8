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
    'Reads an exported folder of Notion on the server, where its administrator has opened one. Here none is: upload its files instead.',
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
      `${label}: this server opens no folder of its machine to flows. Use File Loader and upload the files.`,
    )
  }),
})
