import { defineNode } from '#server/engine/define-node.ts'
import {
  digestOf,
  type LoaderCall,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'

export const plainText = defineNode({
  name: 'plainText',
  label: 'Plain Text',
  version: 2,
  category: 'Document Loaders',
  description: 'Turns the text you enter into a document.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    text: { label: 'Text', type: 'string', rows: 4, placeholder: 'Our museum opens at ten …' },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs(async (call: LoaderCall & { inputs: { readonly text: string } }) =>
    makeSource(call, {
      key: `plain ${await digestOf(call.inputs.text)}`,
      load: async () => [{ pageContent: call.inputs.text, metadata: {} }],
    }),
  ),
})
