import { defineNode } from '#server/engine/define-node.ts'
import { chunkOverlap, chunkSize, splitByHeaders } from './common-inputs.ts'
import { splitMarkdown } from './split-markdown.ts'
import { readSizes } from './split-text.ts'

export const markdownTextSplitter = defineNode({
  name: 'markdownTextSplitter',
  label: 'Markdown Text Splitter',
  version: 1.1,
  category: 'Text Splitters',
  description: 'Splits Markdown at headings first.',
  icon: 'splitter',
  baseClasses: [
    'MarkdownTextSplitter',
    'RecursiveCharacterTextSplitter',
    'TextSplitter',
    'BaseDocumentTransformer',
    'Runnable',
  ],

  inputs: {
    chunkSize,
    chunkOverlap,
    splitByHeaders,
  },

  build({ inputs, label }) {
    const sizes = readSizes(label, inputs.chunkSize, inputs.chunkOverlap)
    const byHeaders = inputs.splitByHeaders
    return {
      key: JSON.stringify(['markdown', sizes, byHeaders]),
      toMarkdown: (text) => text,
      split: (text) => splitMarkdown(text, sizes, byHeaders),
    }
  },
})
