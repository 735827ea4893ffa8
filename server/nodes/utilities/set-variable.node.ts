import { defineNode } from '#server/engine/define-node.ts'
import { plainClasses } from './function-inputs.ts'

export const setVariable = defineNode({
  name: 'setVariable',
  label: 'Set Variable',
  version: 2.1,
  category: 'Utilities',
  description: 'Stores a value for Get Variable later in the same run.',
  icon: 'variable',
  baseClasses: ['SetVariable', 'Utilities'],
  tags: ['Utilities'],

  inputs: {
    input: { label: 'Input', type: 'string | number | boolean | json | array', optional: true, list: true },
    variableName: { label: 'Variable Name', type: 'string', placeholder: 'var1' },
    showOutput: {
      label: 'Show Output',
      type: 'boolean',
      description: 'Return the value with the answer, in flowVariables.',
      optional: true,
      additionalParams: true,
    },
  },

  variable: { writes: 'variableName' },

  outputs: {
    output: {
      label: 'Output',
      baseClasses: plainClasses,
      build({ inputs, shared, flowVariables }) {
        const [value = null] = inputs.input
        shared.set(inputs.variableName, value)
        if (inputs.showOutput) {
          flowVariables.set(inputs.variableName, value)
        }
        return value
      },
    },
  },
})
