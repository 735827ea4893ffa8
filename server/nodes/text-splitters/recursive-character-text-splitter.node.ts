import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import { chunkOverlap, chunkSize } from './common-inputs.ts'
import { defaultSeparators, readSizes, splitText } from './split-text.ts'

export const recursiveCharacterTextSplitter = defineNode({
  name: 'recursiveCharacterTextSplitter',
  label: 'Recursive Character Text Splitter',
  version: 2,
  category: 'Text Splitters',
  description: 'Splits texts at paragraphs, then at lines, then at words.',
  icon: 'splitter',
  baseClasses: ['RecursiveCharacterTextSplitter', 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'],

  inputs: {
    chunkSize,
    chunkOverlap,
    separators: {
      label: 'Custom Separators',
      type: 'string',
      description: 'JSON list of separators to use instead, in order of priority.',
      placeholder: '["|", "##", ">", "-"]',
      rows: 4,
      optional: true,
      additionalParams: true,
    },
  },

  build({ inputs, label }) {
    const sizes = readSizes(label, inputs.chunkSize, inputs.chunkOverlap)
    const separators = readSeparators(label, inputs.separators)
    return {
      key: JSON.stringify(['recursive', sizes, separators]),
      split: (text) => splitText(text, sizes, separators),
    }
  },
})

function readSeparators(label: string, text: string | undefined): readonly string[] {
  if (text === undefined || text.trim() === '') {
    return defaultSeparators
  }
  try {
    const list: unknown = parseBoundedJson(text)
    if (Array.isArray(list) && list.every((each) => typeof each === 'string')) {
      return [...list, '']
    }
  } catch {
    // Rejected below, like any text that is not a list.
  }
  throw new AppError('INVALID_FLOW', `${label}: Custom Separators must be a JSON list of texts.`)
}
