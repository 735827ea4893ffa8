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

type Call = LoaderCall & { inputs: { readonly powerpointFile: string[] }; ports: LoaderPorts }

export const microsoftPowerpoint = defineNode({
  name: 'microsoftPowerpoint',
  label: 'Microsoft PowerPoint',
  version: 1,
  category: 'Document Loaders',
  description: 'Reads PowerPoint files. Each slide becomes a document.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    powerpointFile: { label: 'PowerPoint File', type: 'file', fileType: '.pptx' },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) =>
    openFiles(call, { files: call.inputs.powerpointFile, format: 'pptx' }),
  ),
})
