import { defineNode } from '#server/engine/define-node.ts'
import {
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { openFiles } from './file-source.ts'

type Call = LoaderCall & {
  inputs: { readonly csvFile: string[]; readonly columnName: string | undefined }
  ports: LoaderPorts
}

export const csvFile = defineNode({
  name: 'csvFile',
  label: 'CSV File',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads CSV files. Each row becomes a document with its column names.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    csvFile: { label: 'CSV File', type: 'file', fileType: '.csv' },
    columnName: {
      label: 'Single Column Extraction',
      type: 'string',
      description: 'Extract only this column.',
      placeholder: 'Column Name',
      optional: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) =>
    openFiles(call, {
      files: call.inputs.csvFile,
      format: 'csv',
      settings: { select: call.inputs.columnName },
    }),
  ),
})
