import { z } from 'zod'
import { isoDate } from './dates.ts'
import { parseJson } from './json.ts'

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

/** How a field of a tool is called: its code says it with a $ before it. */
export const propertyName = z
  .string()
  .max(255)
  .regex(/^[A-Za-z_]\w*$/, 'Use letters, digits and _, not starting with a digit')

const name = z.string().trim().min(1, 'Enter a name').max(255, 'Use at most 255 characters')
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
/** A try in the editor: nothing of it is stored. */
export const testToolInput = z.object({
  func: z.string().max(1_000_000),
  /** What the code may name, given or not. */
  properties: z.array(propertyName).max(200).default([]),
  args: z.record(z.string().max(255), z.json()).default({}),
})
export const testedToolSchema = z.object({
  value: z.json(),
  logs: z.array(z.string()),
  /** What is wrong with the code; there is no value then. */
  fault: z.string().optional(),
  durationMs: z.int(),
})

export const customFunctionInput = z.object({
  javascriptFunction: z.string().max(1_000_000),
  /** An object, or its JSON text. */
  functionInputVariables: z.union([z.record(z.string(), z.json()), z.string()]).optional(),
})

/** In which flows of its owner a tool is chosen, drafts among them. */
export const toolUseSchema = z.object({
  id: z.string(),
  flows: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type ToolUse = z.infer<typeof toolUseSchema>

export const toolIdInput = z.object({ id: z.string() })

function isList(text: string) {
  return Array.isArray(parseJson(text))
}
