import { z } from 'zod'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { autofixParser } from './common-inputs.ts'
import { instructionsFor, parseWith } from './parse-with.ts'

export const structuredOutputParser = defineNode({
  name: 'structuredOutputParser',
  label: 'Structured Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Parses an answer into an object with the properties you define.',
  icon: 'parser',
  baseClasses: ['StructuredOutputParser', 'BaseLLMOutputParser', 'Runnable'],

  inputs: {
    autofixParser,
    jsonStructure: {
      label: 'JSON Structure',
      type: 'datagrid',
      description: 'The properties of the object.',
      datagrid: [
        { field: 'property', headerName: 'Property', editable: true },
        {
          field: 'type',
          headerName: 'Type',
          type: 'singleSelect',
          valueOptions: ['string', 'number', 'boolean', 'string[]'],
          editable: true,
        },
        { field: 'description', headerName: 'Description', editable: true, flex: 1 },
      ],
      default: [
        { property: 'answer', type: 'string', description: 'The answer to the question' },
        { property: 'sources', type: 'string[]', description: 'What it rests on, such as addresses' },
      ],
    },
  },

  build({ inputs, label }) {
    const schema = toSchema(inputs.jsonStructure, label)
    return {
      instructions: instructionsFor(schema),
      parse: async (text) => parseWith(schema, text, label),
      autofix: inputs.autofixParser ?? false,
    }
  },
})

const rowSchema = z.looseObject({
  property: z.string().trim().min(1),
  type: z.string().default('string'),
  description: z.string().default(''),
})

const types: Record<string, () => z.ZodType> = {
  string: z.string,
  number: z.number,
  boolean: z.boolean,
  'string[]': () => z.array(z.string()),
}

function toSchema(rows: Json[], label: string) {
  const parsed = z.array(rowSchema).min(1).safeParse(rows)
  if (!parsed.success) {
    throw new AppError('INVALID_FLOW', `${label}: JSON Structure must name at least one property.`)
  }
  return z.object(
    Object.fromEntries(
      parsed.data.map(({ property, type, description }) => [
        property,
        (types[type] ?? z.string)().describe(description),
      ]),
    ),
  )
}
