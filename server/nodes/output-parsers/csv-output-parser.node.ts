import { defineNode } from '#server/engine/define-node.ts'
import { autofixParser } from './common-inputs.ts'
import { splitList } from './split-list.ts'

export const csvOutputParser = defineNode({
  name: 'csvOutputParser',
  label: 'CSV Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Parses a comma-separated answer into a list.',
  icon: 'parser',
  baseClasses: ['CSVListOutputParser', 'BaseLLMOutputParser', 'Runnable'],

  inputs: { autofixParser },

  build: ({ inputs: { autofixParser: autofix = false }, label }) => ({
    instructions: 'Answer with a list of values, separated by commas and nothing else: `apple, pear, plum`',
    parse: async (text) => splitList(text, { separator: ',', label }),
    autofix,
  }),
})
