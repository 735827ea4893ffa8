import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { tryParseBoundedJson } from '#shared/json-depth.ts'

/** A row of a tool's schema, as stored in Flowise files. */
export type Field = {
  property: string
  description: string
  type: string
  required: boolean
}

const types: Record<string, { [key: string]: Json }> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  object: { type: 'object' },
  array: { type: 'array', items: {} },
}

/** Throws INVALID_FLOW naming the tool. */
export function readFields(text: string, tool: string): Field[] {
  const rows = tryParseBoundedJson(text.trim() === '' ? '[]' : text)
  if (!Array.isArray(rows)) {
    throw new AppError('INVALID_FLOW', `The input schema of ${tool} is not a list of fields.`)
  }
  return rows.flatMap((row: unknown) => {
    const {
      property,
      description = '',
      type = 'string',
      required = false,
    } = (row ?? {}) as Record<string, unknown>
    return typeof property === 'string' && property !== ''
      ? [{ property, description: String(description), type: String(type), required: required === true }]
      : []
  })
}

export function toParameters(fields: readonly Field[]): { [key: string]: Json } {
  const properties = fields.map(({ property, description, type }) => [
    property,
    { ...(Object.hasOwn(types, type) ? types[type] : types.string), description },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter(({ required }) => required).map(({ property }) => property),
  }
}
