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
  inputs: { readonly pdfFile: string[]; readonly usage: string }
  ports: LoaderPorts
}

export const pdfFile = defineNode({
  name: 'pdfFile',
  label: 'PDF File',
  version: 2,
  category: 'Document Loaders',
  description: 'Reads the text of PDF files.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    pdfFile: { label: 'PDF File', type: 'file', fileType: '.pdf' },
    usage: {
      label: 'Usage',
      type: 'options',
      options: [
        { label: 'One document per page', name: 'perPage' },
        { label: 'One document per file', name: 'perFile' },
      ],
      default: 'perPage',
    },
    legacyBuild: {
      label: 'Use Legacy Build',
      type: 'boolean',
      description: 'Legacy setting, no effect.',
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) =>
    openFiles(call, {
      files: call.inputs.pdfFile,
      format: 'pdf',
      settings: { perPage: call.inputs.usage === 'perPage' },
    }),
  ),
})
