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
  func: z.string().nullable(),
  createdDate: isoDate,
  updatedDate: isoDate,
})
export type Tool = z.infer<typeof toolSchema>

/** Name of a tool's field; code reads it with a `$` prefix. */
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

/** The only fields accepted from forms and imported files. */
export const toolFields = z.object({
  name,
  description,
  color,
  iconSrc: text.transform(orNull),
  schema: schema.transform(orNull),
  func: text.transform(orNull),
})

export const createToolInput = toolFields
export const updateToolInput = z.object({
  id: z.string(),
  name: name.optional(),
  description: description.optional(),
  color: color.optional(),
  iconSrc: text,
  schema,
  func: text,
})
/** A test run in the editor: nothing is stored. */
export const testToolInput = z.object({
  func: z.string().max(1_000_000),
  /** Declared for the code even without an argument. */
  properties: z.array(propertyName).max(200).default([]),
  args: z.record(z.string().max(255), z.json()).default({}),
})
export const testedToolSchema = z.object({
  value: z.json(),
  logs: z.array(z.string()),
  /** The code's error; no value is set then. */
  fault: z.string().optional(),
  durationMs: z.int(),
})

export const customFunctionInput = z.object({
  javascriptFunction: z.string().max(1_000_000),
  /** An object, or its JSON text. */
  functionInputVariables: z.union([z.record(z.string(), z.json()), z.string()]).optional(),
})

/** The owner's flows that use a tool, including drafts. */
export const toolUseSchema = z.object({
  id: z.string(),
  flows: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type ToolUse = z.infer<typeof toolUseSchema>

export const toolIdInput = z.object({ id: z.string() })

function isList(text: string) {
  return Array.isArray(parseJson(text))
}
