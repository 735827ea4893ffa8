import { defineNode } from '#server/engine/define-node.ts'
import { refineOver, usualPrompts } from './synthesize.ts'

export const simpleResponseBuilderLlamaIndex = defineNode({
  name: 'simpleResponseBuilderLlamaIndex',
  label: 'Simple Response Builder',
  version: 1,
  category: 'Response Synthesizer',
  description: 'Puts all passages into one prompt and answers once.',
  icon: 'synthesizer',
  baseClasses: ['SimpleResponseBuilder', 'ResponseSynthesizer'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],

  inputs: {},

  build: () => refineOver(usualPrompts, Number.POSITIVE_INFINITY),
})
