import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { plainClasses } from './function-inputs.ts'

export const getVariable = defineNode({
  name: 'getVariable',
  label: 'Get Variable',
  version: 2,
  category: 'Utilities',
  description: 'Reads a value stored by Set Variable.',
  icon: 'variable',
  baseClasses: ['GetVariable', 'Utilities'],
  tags: ['Utilities'],

  inputs: {
    variableName: { label: 'Variable Name', type: 'string', placeholder: 'var1' },
  },

  variable: { reads: 'variableName' },

  outputs: {
    output: {
      label: 'Output',
      baseClasses: plainClasses,
      build({ inputs: { variableName }, shared }) {
        const value = shared.get(variableName)
        if (value === undefined) {
          throw new AppError(
            'INVALID_FLOW',
            `${variableName} is not set: no Set Variable node runs before this one.`,
          )
        }
        return value
      },
    },
  },
})
