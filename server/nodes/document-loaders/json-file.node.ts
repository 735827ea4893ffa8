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
  inputs: { readonly jsonFile: string[]; readonly pointersName: string | undefined }
  ports: LoaderPorts
}

export const jsonFile = defineNode({
  name: 'jsonFile',
  label: 'JSON File',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads the texts in JSON files.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    jsonFile: { label: 'JSON File', type: 'file', fileType: '.json' },
    pointersName: {
      label: 'Pointers Extraction (separated by commas)',
      type: 'string',
      description: 'Extract only the texts at these pointers.',
      placeholder: '/title, /author/name',
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) =>
    openFiles(call, {
      files: call.inputs.jsonFile,
      format: 'json',
      settings: { select: call.inputs.pointersName },
    }),
  ),
})
