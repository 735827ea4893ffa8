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
  inputs: { readonly jsonlinesFile: string[]; readonly pointerName: string | undefined }
  ports: LoaderPorts
}

export const jsonlinesFile = defineNode({
  name: 'jsonlinesFile',
  label: 'JSON Lines File',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads JSON Lines files. Each line becomes a document.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    jsonlinesFile: { label: 'JSON Lines File', type: 'file', fileType: '.jsonl' },
    pointerName: {
      label: 'Pointer Extraction',
      type: 'string',
      description: 'Extract the text at this pointer. Empty: the whole line.',
      placeholder: '/html',
      optional: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) =>
    openFiles(call, {
      files: call.inputs.jsonlinesFile,
      format: 'jsonl',
      settings: { select: call.inputs.pointerName },
    }),
  ),
})
