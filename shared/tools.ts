import { z } from 'zod'
import { isoDate } from './dates.ts'

export const toolSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  color: z.string(),
  iconSrc: z.string().nullable(),
  /** JSON text: `[{ property, description, type, required }]`. */
  schema: z.string().nullable(),
  /** JavaScript. */
  func: z.string().nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type Tool = z.infer<typeof toolSchema>

const name = z.string().trim().min(1, 'Give the tool a name').max(255, 'Use at most 255 characters')
const description = z.string().max(20_000)
const color = z.string().max(1_000)
const text = z.string().max(1_000_000).nullish()
const schema = text.refine((list) => !list || isList(list), 'must be a list as JSON text')
const orNull = (value: string | null | undefined) => value ?? null

/** What a tool is made of, from a form or from a file: nothing else of it comes from outside. */
export const toolFields = z.object({
  name,
  description,
  color,
  iconSrc: text.transform(orNull),
  schema: schema.transform(orNull),
  func: text.transform(orNull),
})

export const createToolInput = toolFields
/** What is absent stays as it is. */
export const updateToolInput = z.object({
  id: z.string(),
  name: name.optional(),
  description: description.optional(),
  color: color.optional(),
  iconSrc: text,
  schema,
  func: text,
})
export const toolIdInput = z.object({ id: z.string() })

function isList(text: string) {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}
