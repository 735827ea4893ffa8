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

type Call = LoaderCall & { inputs: { readonly excelFile: string[] }; ports: LoaderPorts }

export const microsoftExcel = defineNode({
  name: 'microsoftExcel',
  label: 'Microsoft Excel',
  version: 1,
  category: 'Document Loaders',
  description: 'Reads Excel files. Each row becomes a document with its column names.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    excelFile: { label: 'Excel File', type: 'file', fileType: '.xlsx' },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => openFiles(call, { files: call.inputs.excelFile, format: 'xlsx' })),
})
