import { escapeHtml } from '#shared/escape-html.ts'
import type { JsonSchema } from '../openapi/schemas.ts'
import { inline } from './markup.ts'

const DEEPEST = 3

export function printFields(schema: JsonSchema): string {
  const rows = rowsOf(schema, 0)
  return rows === '' ? `<p class="type">${printType(schema)}</p>` : `<dl class="fields">${rows}</dl>`
}

function rowsOf(schema: JsonSchema, depth: number): string {
  const { properties = {}, required = [] } = objectOf(schema)
  return Object.entries(properties)
    .map(([name, field]) => printRow(name, field, { isRequired: required.includes(name), depth }))
    .join('')
}

type Row = { isRequired: boolean; depth: number }

function printRow(name: string, field: JsonSchema, { isRequired, depth }: Row): string {
  const { description } = field
  return `<div class="depth-${depth}"><dt><code>${escapeHtml(name)}</code> <span class="type">${printType(field)}</span>${
    isRequired ? ' <span class="required">required</span>' : ''
  }</dt><dd>${[description === undefined ? '' : inline(String(description)), printLimits(field)]
    .filter(Boolean)
    .join(' ')}</dd></div>${depth < DEEPEST ? rowsOf(field, depth + 1) : ''}`
}

function objectOf(schema: JsonSchema): JsonSchema {
  if (schema.properties) {
    return schema
  }
  const choices = choicesOf(schema).filter(({ type }) => type !== 'null')
  const inner = schema.items ?? (choices.length === 1 ? choices[0] : undefined)
  return inner && !inner.$ref ? objectOf(inner) : {}
}

export function choicesOf({ anyOf, oneOf }: JsonSchema) {
  return (anyOf ?? oneOf ?? []) as JsonSchema[]
}

export function printType(schema: JsonSchema): string {
  const { $ref, type, items, format, enum: values } = schema
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? ''
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.const !== undefined || Array.isArray(values)) {
    return [values ?? [schema.const]]
      .flat()
      .map((each) => `<code>${escapeHtml(JSON.stringify(each))}</code>`)
      .join(' | ')
  }
  const choices = choicesOf(schema)
  if (choices.length > 0) {
    return [...new Set(choices.map(printType))].join(' or ')
  }
  if (items) {
    return `array of ${printType(items)}`
  }
  const name = [type ?? 'any'].flat().join(' or ')
  return format === undefined ? name : `${name} (${escapeHtml(String(format))})`
}

const limits = [
  ['minLength', 'at least', 'characters'],
  ['maxLength', 'at most', 'characters'],
  ['minimum', 'at least', ''],
  ['maximum', 'at most', ''],
  ['minItems', 'at least', 'items'],
  ['maxItems', 'at most', 'items'],
] as const

function printLimits(schema: JsonSchema) {
  const texts = limits
    .filter(([name]) => schema[name] !== undefined)
    .map(([name, bound, unit]) => `${bound} ${Number(schema[name]).toLocaleString('en')} ${unit}`.trim())
  const defaults = schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]
  const all = [...texts, ...defaults]
  return all.length > 0 ? `<span class="limits">${escapeHtml(all.join(', '))}</span>` : ''
}
