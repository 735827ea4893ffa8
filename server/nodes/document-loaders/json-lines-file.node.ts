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
  label: 'Json Lines File',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads JSON Lines files: a document for each line.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    jsonlinesFile: { label: 'Jsonlines File', type: 'file', fileType: '.jsonl' },
    pointerName: {
      label: 'Pointer Extraction',
      type: 'string',
      description: 'Take the text under this pointer. The whole line, when left empty.',
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
