import { parseJson, toRecord } from '#shared/json.ts'
// Any client of any version may have stored these: a value of an unexpected type counts as not set.

export type Bag = Readonly<Record<string, unknown>>

export const parse = (column: string | null): Bag => toRecord(parseJson(column ?? '{}'))

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
export const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
export const number = (typed: string) =>
  typed === '' || Number.isNaN(Number(typed)) ? undefined : Number(typed)
export const mimesOf = (types: unknown) =>
  text(types)
    .split(',')
    .map((type) => type.trim().toLowerCase())
    .filter(isText)
export const openNames = (rows: unknown) =>
  list(rows)
    .map(toRecord)
    .filter(({ enabled, name }) => enabled === true && isText(name))
    .map(({ name }) => text(name))

export function mapKnown<Name extends string, Value>(
  names: readonly Name[],
  stored: Bag,
  read: (each: Bag) => Value,
): Partial<Record<Name, Value>> {
  const found = names.filter((name) => Object.hasOwn(stored, name))
  return Object.fromEntries(found.map((name) => [name, read(toRecord(stored[name]))])) as Partial<
    Record<Name, Value>
  >
}

export function mapEntries<Name extends string, From, To>(
  record: Readonly<Partial<Record<Name, From>>>,
  change: (name: Name, from: From) => To,
): Record<string, To> {
  const entries = Object.entries(record) as [Name, From | undefined][]
  return Object.fromEntries(
    entries.flatMap(([name, from]) => (from === undefined ? [] : [[name, change(name, from)]])),
  )
}

export function fieldsOf(known: readonly string[], given: Readonly<Record<string, string>>) {
  const entries = known.map((field) => [
    field,
    field === 'temperature' ? number(given[field] ?? '') : given[field],
  ])
  return Object.fromEntries(entries)
}

/** The setting holds JavaScript as JSON text; hand-written ones may be bare code. */
export function readCode(stored: string): string {
  const code = parseJson(stored || '""')
  return typeof code === 'string' ? code : code === undefined ? stored : ''
}
