import { defineNode } from '#server/engine/define-node.ts'
import { autofixParser } from './common-inputs.ts'
import { splitList } from './split-list.ts'

export const customListOutputParser = defineNode({
  name: 'customListOutputParser',
  label: 'Custom List Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Parses an answer into a list, split at a separator.',
  icon: 'parser',
  baseClasses: ['CustomListOutputParser', 'BaseLLMOutputParser', 'Runnable'],

  inputs: {
    length: {
      label: 'Length',
      type: 'number',
      description: 'Required number of values. Empty: any number.',
      step: 1,
      min: 1,
      optional: true,
    },
    separator: {
      label: 'Separator',
      type: 'string',
      description: 'Text between the values.',
      default: ',',
    },
    autofixParser,
  },

  build({ inputs: { length, separator, autofixParser: autofix = false }, label }) {
    const count = length === undefined ? 'values' : `exactly ${length} values`
    return {
      instructions: `Answer with ${count}, each separated from the next by \`${separator}\`, and nothing else.`,
      parse: async (text) => splitList(text, { separator, length, label }),
      autofix,
    }
  },
})
