import { parseJson } from '#shared/json.ts'
import type { OverridableField } from '#shared/override-list.ts'
import type { Json } from './request.ts'

/** Product spec: a snippet has at most this many input fields. */
export const MAX_FIELDS = 4

export type OverrideRow = OverridableField & { key: string; isShared: boolean }
type OpenFields = { status: boolean; nodes: Readonly<Record<string, readonly string[]>> }

/**
 * Every field of the flow. `isShared`: several nodes have a field of this name, so the request must name the node.
 */
export function toRows(fields: readonly OverridableField[]): OverrideRow[] {
  const counts = Map.groupBy(fields, ({ name }) => name)
  return fields.map((field) => ({
    ...field,
    key: `${field.nodeId} ${field.name}`,
    isShared: (counts.get(field.name)?.length ?? 0) > 1,
  }))
}

/** Keys of overrideConfig that belong to the request and never to a node's field. */
const reserved = new Set(['sessionId', 'vars', 'analytics'])

export function isOpen({ node, name }: OverridableField, { status, nodes }: OpenFields) {
  return status && !reserved.has(name) && Object.hasOwn(nodes, node) && (nodes[node] ?? []).includes(name)
}

const jsonTypes = new Set(['json', 'array', 'datagrid', 'multiOptions', 'asyncMultiOptions'])

export function exampleOf(type: string): string {
  if (type === 'boolean') {
    return 'true'
  }
  if (type === 'number') {
    return '1'
  }
  return jsonTypes.has(type) ? '{"key":"value"}' : 'example'
}

/** Parses the text of an input as the field's type. Invalid text is sent unchanged. */
export function readValue(type: string, text: string): Json {
  if (type !== 'boolean' && type !== 'number' && !jsonTypes.has(type)) {
    return text
  }
  const value = parseJson(text)
  return value === undefined ? text : (value as Json)
}

/** `name: value`, or `name: {nodeId: value}` where several nodes have the field. */
export function toOverrides(rows: readonly OverrideRow[], textOf: (row: OverrideRow) => string) {
  const overrides: Record<string, Json> = {}
  for (const row of rows) {
    const value = readValue(row.type, textOf(row))
    if (row.isShared) {
      const before = overrides[row.name]
      overrides[row.name] = { ...(typeof before === 'object' ? before : {}), [row.nodeId]: value } as Json
    } else {
      overrides[row.name] = value
    }
  }
  return overrides
}
