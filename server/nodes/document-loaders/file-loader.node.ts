import { defineNode } from '#server/engine/define-node.ts'
import {
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { formatOf, openFiles } from './file-source.ts'
import { pdfUsage } from './pdf-usage.ts'

type Call = LoaderCall & {
  inputs: {
    readonly file: string[]
    readonly pdfUsage: string | undefined
    readonly jsonlPointerExtraction: string | undefined
  }
  ports: LoaderPorts
}

export const fileLoader = defineNode({
  name: 'fileLoader',
  label: 'File Loader',
  version: 2,
  category: 'Document Loaders',
  description: 'Reads files of any supported type.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    file: { label: 'File', type: 'file', fileType: '*' },
    pdfUsage,
    jsonlPointerExtraction: {
      label: 'JSONL Pointer Extraction',
      type: 'string',
      description: 'JSON Lines files: extract the text at this pointer.',
      placeholder: '/html',
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) =>
    openFiles(call, {
      files: call.inputs.file,
      format: formatOf,
      settings: (format) => ({
        ...(format === 'pdf' && { perPage: call.inputs.pdfUsage !== 'perFile' }),
        ...(format === 'jsonl' && { select: call.inputs.jsonlPointerExtraction }),
      }),
    }),
  ),
})
