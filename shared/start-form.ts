import { z } from 'zod'
import { readRecords } from './json.ts'

const fieldTypes = ['string', 'number', 'boolean', 'options'] as const

export const startFormSchema = z.object({
  title: z.string(),
  description: z.string(),
  fields: z
    .object({
      name: z.string(),
      label: z.string(),
      type: z.enum(fieldTypes),
      options: z.string().array().readonly(),
    })
    .array()
    .readonly(),
})
/** The form that an agent flow starts with in place of a message. */
export type StartForm = z.infer<typeof startFormSchema>
export type StartField = StartForm['fields'][number]

/** The form of a start node with these inputs; undefined when the flow starts in another way. */
export function readStartForm(inputs: Readonly<Record<string, unknown>>): StartForm | undefined {
  if (inputs.startInputType !== 'formInput') {
    return undefined
  }
  return {
    title: textOf(inputs.formTitle),
    description: textOf(inputs.formDescription),
    fields: readRecords(inputs.formInputTypes).flatMap(({ name, label, type, addOptions }) =>
      textOf(name) === ''
        ? []
        : [
            {
              name: textOf(name),
              label: textOf(label) || textOf(name),
              type: fieldTypes.find((each) => each === type) ?? 'string',
              options: readRecords(addOptions).map(({ option }) => textOf(option)),
            },
          ],
    ),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
