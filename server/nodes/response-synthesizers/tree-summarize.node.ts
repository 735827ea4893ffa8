import { defineNode } from '#server/engine/define-node.ts'
import { summariseTree, usualPrompts } from './synthesize.ts'

export const treeSummarizeLlamaIndex = defineNode({
  name: 'treeSummarizeLlamaIndex',
  label: 'TreeSummarize',
  version: 1,
  category: 'Response Synthesizer',
  description: 'Answers from groups of passages in parallel, then combines the answers.',
  icon: 'synthesizer',
  baseClasses: ['TreeSummarize', 'ResponseSynthesizer'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],

  inputs: {
    prompt: {
      label: 'Prompt',
      type: 'string',
      description: 'Prompt for the answer: {context}, {query}.',
      rows: 4,
      default: usualPrompts.textQA,
      optional: true,
    },
  },

  build: ({ inputs }) => summariseTree(inputs.prompt ?? usualPrompts.textQA),
})
