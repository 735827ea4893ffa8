import { defineNode } from '#server/engine/define-node.ts'
import { chunkOverlap, chunkSize } from './common-inputs.ts'
import { codeLanguages, splitCode } from './split-code.ts'
import { readSizes } from './split-text.ts'

export const codeTextSplitter = defineNode({
  name: 'codeTextSplitter',
  label: 'Code Text Splitter',
  version: 1,
  category: 'Text Splitters',
  description: 'Splits code at functions, classes and blocks of its language.',
  icon: 'splitter',
  baseClasses: [
    'CodeTextSplitter',
    'RecursiveCharacterTextSplitter',
    'TextSplitter',
    'BaseDocumentTransformer',
    'Runnable',
  ],

  inputs: {
    language: {
      label: 'Language',
      type: 'options',
      options: codeLanguages.map((name) => ({ label: name, name })),
    },
    chunkSize,
    chunkOverlap,
  },

  build({ inputs, label }) {
    const sizes = readSizes(label, inputs.chunkSize, inputs.chunkOverlap)
    const { language } = inputs
    return {
      key: JSON.stringify(['code', sizes, language]),
      split: (text) => splitCode(text, sizes, language),
    }
  },
})
