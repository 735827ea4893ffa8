import { defineNode } from '#server/engine/define-node.ts'
import { chunkOverlap, chunkSize, splitByHeaders } from './common-inputs.ts'
import { splitMarkdown } from './split-markdown.ts'
import { readSizes } from './split-text.ts'

export const htmlToMarkdownTextSplitter = defineNode({
  name: 'htmlToMarkdownTextSplitter',
  label: 'HtmlToMarkdown Text Splitter',
  version: 1.1,
  category: 'Text Splitters',
  description: 'Converts HTML to Markdown and splits it at headings first.',
  icon: 'splitter',
  baseClasses: [
    'HtmlToMarkdownTextSplitter',
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

  build({ inputs, label, ports }) {
    const sizes = readSizes(label, inputs.chunkSize, inputs.chunkOverlap)
    const byHeaders = inputs.splitByHeaders
    return {
      key: JSON.stringify(['html to markdown', sizes, byHeaders]),
      async toMarkdown(html) {
        const read = await ports.readDocument(new TextEncoder().encode(html), 'htmlAsMarkdown')
        return read.map(({ pageContent }) => pageContent).join('\n\n')
      },
      split: (text) => splitMarkdown(text, sizes, byHeaders),
    }
  },
})
