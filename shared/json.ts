/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parsed where the text is JSON, otherwise the text itself. */
export function parseJsonOrText(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

/** Nodes store lists and objects as JSON text, other editors as they are. Undefined for text that is not JSON. */
export function parseStored(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : value
}

/** The rows of a stored list; empty for anything that is not a list. A row that is a list is retained: editors write it back. */
export function readRecords(value: unknown): Record<string, unknown>[] {
  const list = parseStored(value)
  return Array.isArray(list) ? list.filter((row) => typeof row === 'object' && row !== null) : []
}

/** The items of a stored list as texts; empty for anything that is not a list. */
export function readNames(value: unknown): string[] {
  const list = parseStored(value)
  return Array.isArray(list) ? list.map(String) : []
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Empty for anything that is not a record. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Follows names and list indices; undefined where there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? (part as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}
