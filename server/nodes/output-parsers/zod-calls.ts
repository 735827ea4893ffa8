import { z } from 'zod'
import { isRecord } from '#shared/json.ts'
import type { ZodArgument } from './zod-text.ts'

type Args = readonly ZodArgument[]

/** The functions of `z`. Undefined if the arguments are invalid. */
export const schemaMakers: Record<string, (args: Args) => z.ZodType | undefined> = {
  string: () => z.string(),
  number: () => z.number(),
  int: () => z.number().int(),
  boolean: () => z.boolean(),
  any: () => z.any(),
  unknown: () => z.any(),
  null: () => z.null(),
  date: () => z.string(),
  literal: ([value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? z.literal(value)
      : undefined,
  enum: ([values]) => (isTexts(values) ? z.enum(values) : undefined),
  array: ([item]) => (item instanceof z.ZodType ? z.array(item) : undefined),
  object: ([shape]) => (isShape(shape) ? z.object(shape) : undefined),
  union: ([options]) =>
    Array.isArray(options) && options.length > 0 && options.every((each) => each instanceof z.ZodType)
      ? z.union(options)
      : undefined,
  record: (args) => {
    const value = args.at(-1)
    return value instanceof z.ZodType ? z.record(z.string(), value) : undefined
  },
}

/** Calls allowed on every schema. */
const common: Record<string, (schema: z.ZodType, args: Args) => z.ZodType | undefined> = {
  optional: (schema) => schema.optional(),
  nullable: (schema) => schema.nullable(),
  nullish: (schema) => schema.nullish(),
  array: (schema) => z.array(schema),
  describe: (schema, [text]) => (typeof text === 'string' ? schema.describe(text) : undefined),
  default: (schema, [value]) =>
    value === undefined || value instanceof z.ZodType ? undefined : schema.default(value),
  or: (schema, [other]) => (other instanceof z.ZodType ? z.union([schema, other]) : undefined),
}

const limits = new Set(['min', 'max', 'length', 'gt', 'gte', 'lt', 'lte', 'multipleOf'])
const kinds = new Set([
  'int',
  'positive',
  'negative',
  'nonnegative',
  'nonpositive',
  'finite',
  'nonempty',
  'trim',
  'email',
  'url',
  'uuid',
  'strict',
  'passthrough',
  'partial',
])
/** String formats that model schemas cannot express. They are accepted and not checked. */
const ignoredFormats = new Set(['datetime', 'date', 'time'])

/** Undefined if the call is unknown or not allowed on this schema. */
export function refine(schema: z.ZodType, name: string, args: Args): z.ZodType | undefined {
  const [argument] = args
  if (Object.hasOwn(common, name)) {
    return common[name]?.(schema, args)
  }
  if (ignoredFormats.has(name)) {
    return schema
  }
  if (limits.has(name)) {
    return typeof argument === 'number' ? callOn(schema, name, argument) : undefined
  }
  return kinds.has(name) ? callOn(schema, name) : undefined
}

function callOn(schema: z.ZodType, name: string, ...args: number[]): z.ZodType | undefined {
  const method: unknown = Reflect.get(schema, name)
  const result: unknown = typeof method === 'function' ? method.call(schema, ...args) : undefined
  return result instanceof z.ZodType ? result : undefined
}

function isTexts(value: ZodArgument | undefined): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
}

function isShape(value: ZodArgument | undefined): value is Record<string, z.ZodType> {
  return (
    isRecord(value) &&
    !(value instanceof z.ZodType) &&
    Object.values(value).every((each) => each instanceof z.ZodType)
  )
}
