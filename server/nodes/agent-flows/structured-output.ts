import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { rowsOf } from './step-inputs.ts'

type Schema = { name: string; schema: { [key: string]: Json } }

/** The JSON schema of the rows of a structured output field; undefined without rows. */
export function schemaOf(rows: Json[] | undefined): Schema | undefined {
  const keys = rowsOf(rows).filter(({ key }) => key)
  if (keys.length === 0) {
    return undefined
  }
  const properties = Object.fromEntries(keys.map((row) => [String(row.key), propertyOf(row)]))
  const required = Object.keys(properties)
  return { name: 'output', schema: { type: 'object', properties, required, additionalProperties: false } }
}

function propertyOf({ type, description, enumValues, jsonSchema }: Record<string, Json>): Json {
  const described = description ? { description } : {}
  switch (type) {
    case 'stringArray':
      return { type: 'array', items: { type: 'string' }, ...described }
    case 'number':
    case 'boolean':
      return { type, ...described }
    case 'enum':
      return { type: 'string', enum: splitList(String(enumValues ?? '')), ...described }
    case 'jsonArray':
      return { type: 'array', items: itemSchema(String(jsonSchema ?? '')), ...described }
    default:
      return { type: 'string', ...described }
  }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
}

/** A JSON schema, or Flowise's own form: `{ "key": { "type": "string", "required": true, "description": "…" } }`. */
function itemSchema(text: string): Json {
  const parsed = parseJson(text)
  if (!isRecord(parsed)) {
    return { type: 'object' }
  }
  if (isRecord(parsed.properties)) {
    return parsed as Json
  }
  const fields = Object.entries(parsed).filter((entry): entry is [string, Record<string, Json>] =>
    isRecord(entry[1]),
  )
  const properties = Object.fromEntries(fields.map(([name, { required: _, ...schema }]) => [name, schema]))
  const required = fields.filter(([, field]) => field.required).map(([name]) => name)
  return { type: 'object', properties, required }
}

/** The keys of a structured answer. Throws MODEL_OUTPUT for text that is not a JSON object. */
export function readStructured(text: string, label: string): { [key: string]: Json } {
  const json = /\{[\s\S]*\}/.exec(text)?.[0]
  const parsed = json === undefined ? undefined : parseJson(json)
  if (!isRecord(parsed)) {
    throw new AppError('MODEL_OUTPUT', `${label}: the model did not return a JSON object.`)
  }
  return parsed as { [key: string]: Json }
}
