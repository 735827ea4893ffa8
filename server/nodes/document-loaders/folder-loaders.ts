import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { Inputs } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import {
  type LoadedDocuments,
  type LoaderCall,
  loaderOutputs,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'

type Row = Pick<NodeDefinition, 'name' | 'label' | 'version' | 'description'> & { inputs: Inputs }

/** Folders of the server belong to its operator, so these loaders only explain the limit in imported flows. */
function folderLoader({ inputs, ...row }: Row): NodeDefinition {
  return {
    ...row,
    category: 'Document Loaders',
    icon: 'document',
    baseClasses: ['Document'],
    inputs: { ...inputs, textSplitter, metadata, omitMetadataKeys },
    outputs: loaderOutputs(({ label }: Omit<AnyCall, 'inputs'> & LoaderCall): LoadedDocuments => {
      throw new AppError(
        'FORBIDDEN',
        `${label}: reading server folders is disabled. Use File Loader and upload the files.`,
      )
    }),
  }
}

export const folderFiles = folderLoader({
  name: 'folderFiles',
  label: 'Folder with Files',
  version: 4,
  description: 'Reads a folder on the server. Disabled on this server: use File Loader and upload the files.',
  inputs: {
    folderPath: { label: 'Folder Path', type: 'string', placeholder: '/documents' },
    recursive: { label: 'Recursive', type: 'boolean', optional: true },
  },
})

export const notionFolder = folderLoader({
  name: 'notionFolder',
  label: 'Notion Folder',
  version: 2,
  description:
    'Reads an exported Notion folder on the server. Disabled on this server: use File Loader and upload the files.',
  inputs: {
    notionFolder: { label: 'Notion Folder', type: 'string', placeholder: '/documents/notion' },
  },
})
