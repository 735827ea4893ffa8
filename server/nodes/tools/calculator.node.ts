import { calculate } from '#server/arithmetic/arithmetic.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { oneText, textOf } from './one-text.ts'

export const calculator = defineNode({
  name: 'calculator',
  label: 'Calculator',
  version: 1,
  category: 'Tools',
  description: 'Calculates arithmetic expressions exactly.',
  icon: 'calculator',
  baseClasses: ['Calculator', 'Tool', 'StructuredTool', 'Runnable'],
  inputs: {},

  build: () => ({
    name: 'calculator',
    description:
      'Computes an arithmetic expression and gives the exact result. Use it for every calculation instead of computing yourself.',
    parameters: oneText('The expression, such as (12.5 + 3) * 4 / 2 or sqrt(2) or 18% of 250'),
    effect: 'read' as const,
    call: async (args) => ({ text: calculate(textOf(args)) }),
  }),
})
