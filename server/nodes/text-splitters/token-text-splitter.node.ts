import { defineNode } from '#server/engine/define-node.ts'
import { chunkOverlap, chunkSize } from './common-inputs.ts'
import { readSizes } from './split-text.ts'
import { splitTokens } from './split-tokens.ts'

export const tokenTextSplitter = defineNode({
  name: 'tokenTextSplitter',
  label: 'Token Text Splitter',
  version: 1,
  category: 'Text Splitters',
  description: 'Splits texts by an estimated number of tokens.',
  icon: 'splitter',
  baseClasses: ['TokenTextSplitter', 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'],

  inputs: {
    encodingName: {
      label: 'Encoding Name',
      type: 'options',
      options: ['gpt2', 'r50k_base', 'p50k_base', 'p50k_edit', 'cl100k_base'].map((name) => ({
        label: name,
        name,
      })),
      description: 'Legacy setting, no effect.',
      default: 'gpt2',
    },
    chunkSize: { ...chunkSize, description: 'Max chunk size in tokens.' },
    chunkOverlap,
  },

  build({ inputs, label }) {
    const sizes = readSizes(label, inputs.chunkSize, inputs.chunkOverlap)
    return { key: JSON.stringify(['token', sizes]), split: (text) => splitTokens(text, sizes) }
  },
})
