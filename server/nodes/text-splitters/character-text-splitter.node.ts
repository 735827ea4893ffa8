import { defineNode } from '#server/engine/define-node.ts'
import { chunkOverlap, chunkSize } from './common-inputs.ts'
import { defaultSeparators, readSizes, splitText } from './split-text.ts'

export const characterTextSplitter = defineNode({
  name: 'characterTextSplitter',
  label: 'Character Text Splitter',
  version: 1,
  category: 'Text Splitters',
  description: 'Splits texts at one separator.',
  icon: 'splitter',
  baseClasses: ['CharacterTextSplitter', 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'],

  inputs: {
    chunkSize,
    chunkOverlap,
    separator: {
      label: 'Custom Separator',
      type: 'string',
      description: 'Where to split. Empty: at blank lines.',
      placeholder: '" "',
      optional: true,
    },
  },

  build({ inputs, label }) {
    const sizes = readSizes(label, inputs.chunkSize, inputs.chunkOverlap)
    const separator = inputs.separator ?? '\n\n'
    return {
      key: JSON.stringify(['character', sizes, separator]),
      // Text without separators is cut too, because it may exceed a model's limit.
      split: (text) => splitText(text, sizes, [separator, ...defaultSeparators]),
    }
  },
})
