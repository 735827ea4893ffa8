import type { NodeDefinition } from '#server/engine/define-node.ts'
import { characterTextSplitter } from './character-text-splitter.node.ts'
import { codeTextSplitter } from './code-text-splitter.node.ts'
import { htmlToMarkdownTextSplitter } from './html-to-markdown-text-splitter.node.ts'
import { markdownTextSplitter } from './markdown-text-splitter.node.ts'
import { recursiveCharacterTextSplitter } from './recursive-character-text-splitter.node.ts'
import { tokenTextSplitter } from './token-text-splitter.node.ts'

export const textSplitters: NodeDefinition[] = [
  characterTextSplitter,
  codeTextSplitter,
  htmlToMarkdownTextSplitter,
  markdownTextSplitter,
  recursiveCharacterTextSplitter,
  tokenTextSplitter,
]
