import { defineNode } from '#server/engine/define-node.ts'
import { refineOver, usualPrompts } from './synthesize.ts'

export const refineLlamaIndex = defineNode({
  name: 'refineLlamaIndex',
  label: 'Refine',
  version: 1,
  category: 'Response Synthesizer',
  description: 'Answers from the first passage, then refines the answer with each other passage.',
  icon: 'synthesizer',
  baseClasses: ['Refine', 'ResponseSynthesizer'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],

  inputs: {
    refinePrompt: {
      label: 'Refine Prompt',
      type: 'string',
      description: 'Prompt that refines the answer: {query}, {existingAnswer}, {context}.',
      rows: 4,
      default: usualPrompts.refine,
      optional: true,
    },
    textQAPrompt: {
      label: 'Text QA Prompt',
      type: 'string',
      description: 'Prompt for the answer: {context}, {query}.',
      rows: 4,
      default: usualPrompts.textQA,
      optional: true,
    },
  },

  build: ({ inputs }) =>
    refineOver(
      {
        textQA: inputs.textQAPrompt ?? usualPrompts.textQA,
        refine: inputs.refinePrompt ?? usualPrompts.refine,
      },
      1,
    ),
})
