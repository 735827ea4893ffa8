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

type Call = LoaderCall & { inputs: { readonly docxFile: string[] }; ports: LoaderPorts }

export const microsoftWord = defineNode({
  name: 'microsoftWord',
  label: 'Microsoft Word',
  version: 1,
  category: 'Document Loaders',
  description: 'Reads the text of Word files.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    docxFile: { label: 'Word File', type: 'file', fileType: '.docx' },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => openFiles(call, { files: call.inputs.docxFile, format: 'docx' })),
})
