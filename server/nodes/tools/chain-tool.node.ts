import { defineNode } from '#server/engine/define-node.ts'
import { oneText, textOf } from './one-text.ts'
import { toToolName } from './tool-name.ts'

export const chainTool = defineNode({
  name: 'chainTool',
  label: 'Chain Tool',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent call a chain.',
  icon: 'chain',
  baseClasses: ['ChainTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'],

  inputs: {
    name: { label: 'Chain Name', type: 'string', placeholder: 'state-of-union-qa' },
    description: {
      label: 'Chain Description',
      type: 'string',
      rows: 3,
      description: 'When the model should call it.',
    },
    returnDirect: { label: 'Return Direct', type: 'boolean', optional: true },
    baseChain: { label: 'Base Chain', type: 'BaseChain' },
  },

  build: ({ inputs }) => ({
    name: toToolName(inputs.name),
    description: inputs.description,
    parameters: oneText('What to ask'),
    returnDirect: inputs.returnDirect ?? false,
    // The calls of the chain are recorded one by one.
    effect: 'read' as const,
    call: async (args) => ({ text: await inputs.baseChain.ask(textOf(args)) }),
  }),
})
