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

export const folderFiles = defineNode({
  name: 'folderFiles',
  label: 'Folder with Files',
  version: 4,
  category: 'Document Loaders',
  description: 'Reads a folder on the server. Disabled on this server: use File Loader and upload the files.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    folderPath: { label: 'Folder Path', type: 'string', placeholder: '/documents' },
    recursive: { label: 'Recursive', type: 'boolean', optional: true },
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
