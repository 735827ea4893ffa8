import type { Json } from '#server/engine/inputs.ts'
import { asList, asObject, type Found } from '#server/nodes/tools/search/search-json.ts'
import { textOf } from './notion-blocks.ts'

export function propertiesOf(properties: Found): { title: string; values: Record<string, Json> } {
  let title = ''
  const values: Record<string, Json> = {}
  for (const [name, stored] of Object.entries(properties)) {
    const property = asObject(stored) ?? {}
    const value = plainValue(property)
    title = property.type === 'title' && typeof value === 'string' ? value : title
    if (value !== null && value !== '') {
      values[name] = value
    }
  }
  return { title, values }
}

function plainValue(property: Found): Json {
  const value = property[String(property.type)] ?? null
  switch (property.type) {
    case 'title':
    case 'rich_text':
      return textOf(value)
    case 'select':
    case 'status':
    case 'created_by':
    case 'last_edited_by':
      return asObject(value)?.name ?? null
    case 'multi_select':
    case 'people':
    case 'files':
      return asList(value).map(({ name }) => name ?? '')
    case 'relation':
      return asList(value).map(({ id }) => id ?? '')
    case 'date':
      return period(asObject(value))
    case 'formula':
      return plainValue(asObject(value) ?? {})
    case 'rollup': {
      const { array } = asObject(value) ?? {}
      return array === undefined ? plainValue(asObject(value) ?? {}) : asList(array).map(plainValue)
    }
    case 'unique_id': {
      const { prefix, number } = asObject(value) ?? {}
      return typeof prefix === 'string' ? `${prefix}-${number}` : (number ?? null)
    }
    default:
      return value
  }
}

function period(date: Found | undefined): Json {
  const { start = null, end } = date ?? {}
  return typeof end === 'string' ? `${start}/${end}` : start
}
