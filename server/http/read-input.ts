import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { isRecord, valueAt } from '#shared/json.ts'

/** Zod's own sentences name types, not fields. They are replaced where a schema has no sentence of its own. */
z.config({ customError: describeIssue })

/** Validates a request's input. Throws INVALID_INPUT that names every field. */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const body = objectOf(input)
  const parsed = schema.safeParse(body)
  if (parsed.success) {
    return parsed.data
  }
  const again = schema.safeParse(withoutNulls(body, parsed.error.issues))
  if (!again.success) {
    throw fromZodError(again.error)
  }
  return again.data
}

/** Flowise clients send null for absent fields. Nullable fields keep it. */
export function omitRejectedNulls(schema: z.ZodType, input: Record<string, unknown>) {
  if (!Object.values(input).includes(null)) {
    return input
  }
  return withoutNulls(input, schema.safeParse(input).error?.issues ?? [])
}

function withoutNulls(input: Record<string, unknown>, issues: readonly z.core.$ZodIssue[]) {
  const copy = structuredClone(input)
  for (const { path } of issues) {
    const field = path.at(-1)
    const parent = valueAt(copy, path.slice(0, -1).map(String))
    if (typeof field === 'string' && isRecord(parent) && parent[field] === null) {
      delete parent[field]
    }
  }
  return copy
}

/** A JSON body as a record; an absent body is an empty one. Throws INVALID_INPUT. */
export function objectOf(body: unknown): Record<string, unknown> {
  const given = body ?? {}
  return isRecord(given) ? { ...given } : rejectBody()
}

function rejectBody(): never {
  throw new AppError('INVALID_INPUT', 'Send a JSON object.')
}

export function fromZodError(error: z.ZodError) {
  const { fieldErrors, formErrors } = z.flattenError(error)
  return invalidInput(fieldErrors, error, formErrors)
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

function describeIssue(issue: Issue): string {
  const name = issue.path?.join('.') || 'The body'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${name} is required` : `${name} must be ${nounOf(issue.expected)}`
    case 'invalid_value':
      return `${name} must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `${name} must ${verbOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `${name} must ${verbOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`
    default:
      return `${name} is not valid`
  }
}

function nounOf(type: string) {
  const nouns: Record<string, string> = {
    record: 'an object',
    int: 'a whole number',
    date: 'a date',
    boolean: 'true or false',
  }
  return nouns[type] ?? `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

const units: Record<string, string> = { string: ' characters', array: ' items', set: ' items' }

function unitOf(origin: string) {
  return units[origin] ?? ''
}

function verbOf(origin: string) {
  return origin in units ? 'have' : 'be'
}
