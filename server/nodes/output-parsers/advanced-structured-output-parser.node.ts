import { defineNode } from '#server/engine/define-node.ts'
import { autofixParser } from './common-inputs.ts'
import { instructionsFor, parseWith } from './parse-with.ts'
import { readZod } from './zod-text.ts'

export const advancedStructuredOutputParser = defineNode({
  name: 'advancedStructuredOutputParser',
  label: 'Advanced Structured Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Parses the answer with a Zod schema.',
  icon: 'parser',
  baseClasses: ['AdvancedStructuredOutputParser', 'BaseLLMOutputParser', 'Runnable'],

  inputs: {
    autofixParser,
    exampleJson: {
      label: 'Example JSON',
      type: 'string',
      description: 'Zod schema of the answer. It is parsed, never executed.',
      rows: 10,
      default: `z.object({
  name: z.string(), // Name of the person
  age: z.number().int().optional(),
  interests: z.array(z.string()).max(5)
})`,
    },
  },

  build({ inputs, label }) {
    const schema = readZod(inputs.exampleJson, label)
    const notes = /\/\/|\/\*/.test(inputs.exampleJson)
      ? `\nIts author has written it down so:\n${inputs.exampleJson}`
      : ''
    return {
      instructions: instructionsFor(schema) + notes,
      parse: async (text) => parseWith(schema, text, label),
      autofix: inputs.autofixParser ?? false,
    }
  },
})
