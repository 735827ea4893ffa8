import type { Json } from '#server/engine/inputs.ts'
import { isRecord } from '#shared/json.ts'

const dataTypes = ['string', 'number', 'boolean', 'json', 'array'] as const
export const plainClasses = dataTypes

export const functionInputVariables = {
  label: 'Input Variables',
  type: 'json',
  description: 'Values for the code, with a $ prefix: {"name": "{{question}}"} becomes $name.',
  list: true,
  optional: true,
  acceptVariable: true,
} as const

export const functionName = {
  label: 'Function Name',
  type: 'string',
  placeholder: 'My function',
  optional: true,
} as const

export function codeOf(label: string, example: string) {
  return { label, type: 'code', default: example } as const
}

/** Variables as an object. JSON strings, such as outputs of other nodes, are parsed. */
export function readVariables(given: Json | undefined): Record<string, Json> {
  const rows = Array.isArray(given) ? given : [given]
  return Object.fromEntries(rows.flatMap((row) => (isRecord(row) ? Object.entries(row) : [])))
}
