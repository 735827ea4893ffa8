import { StartError } from '#server/config.ts'
import type { ColumnType, MovedTable, Row, Value } from './moved-table.ts'

const INT32 = 2n ** 31n
const INT64 = 2n ** 63n
/** The range of JavaScript's dates. */
const LAST_MS = 8_640_000_000_000_000n

/** What PostgreSQL cannot store in JSON: an escaped NUL, or half a surrogate pair. */
const suspectEscape = /\\u(0000|[dD][89a-fA-F])/

const fits: Record<'integer' | 'bigint' | 'boolean' | 'time', (value: bigint) => boolean> = {
  integer: (value) => value >= -INT32 && value < INT32,
  bigint: (value) => value >= -INT64 && value < INT64,
  boolean: (value) => value === 0n || value === 1n,
  time: (value) => value >= -LAST_MS && value <= LAST_MS,
}

/** Called for every value that PostgreSQL cannot store and that is changed therefore. */
export type OnChanged = (table: string, column: string) => void

/** Throws StartError that names table, column and row of a value that does not fit its column. */
export function fromSqlite(table: MovedTable, stored: readonly unknown[], onChanged: OnChanged): Row {
  return table.columns.map(({ name, type }, place) => {
    const value = stored[place]
    if (value === null || value === undefined) {
      return null
    }
    const read = readValue(type, value)
    if (read === undefined) {
      const row = table.key.map((each) => String(stored[each])).join(', ')
      throw new StartError(
        `Table ${table.name}, row ${row}: its ${name} is not of type ${type}. Correct this value, then run the command again.`,
      )
    }
    const storable = type === 'json' || type === 'text' ? withoutUnstorable(type, read) : read
    if (storable !== read) {
      rejectInKey(table, place)
      onChanged(table.name, name)
    }
    return storable
  })
}

/** Rows are found by their keys, so these must be the same on both sides. */
function rejectInKey({ name, columns, key }: MovedTable, place: number) {
  if (key.includes(place)) {
    throw new StartError(
      `Table ${name} has a ${columns[place]?.name} with a NUL character, which PostgreSQL cannot store. Correct this value, then run the command again.`,
    )
  }
}

function readValue(type: ColumnType, value: unknown): string | undefined {
  if (type === 'bytes') {
    return Buffer.isBuffer(value) ? value.toString('hex') : undefined
  }
  if (type === 'text' || type === 'json') {
    return typeof value === 'string' && (type === 'text' || isJson(value)) ? value : undefined
  }
  return typeof value === 'bigint' && fits[type](value) ? String(value) : undefined
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** NUL characters are removed, as the product does with texts it reads; half a pair becomes U+FFFD. */
function withoutUnstorable(type: 'text' | 'json', text: string): string {
  if (type === 'text') {
    return text.includes('\0') ? text.replaceAll('\0', '') : text
  }
  if (!suspectEscape.test(text)) {
    return text
  }
  const clean = JSON.stringify(cleanJson(JSON.parse(text)))
  // A whole pair, written as escapes, is no reason to change the text.
  return clean === JSON.stringify(JSON.parse(text)) ? text : clean
}

function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replaceAll('\0', '').toWellFormed()
  }
  if (Array.isArray(value)) {
    return value.map(cleanJson)
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [String(cleanJson(name)), cleanJson(field)]),
    )
  }
  return value
}

export function toSqlite(type: ColumnType, value: Value) {
  if (value === null || type === 'text') {
    return value
  }
  if (type === 'json') {
    // As the product writes it: PostgreSQL puts spaces between.
    return JSON.stringify(JSON.parse(value))
  }
  return type === 'bytes' ? Buffer.from(value, 'hex') : BigInt(value)
}

/** An expression that gives a column of PostgreSQL in the form of `Value`. */
export function fromPostgres(type: ColumnType, column: string): string {
  const expressions: Record<ColumnType, string> = {
    text: column,
    integer: `${column}::text`,
    bigint: `${column}::text`,
    boolean: `${column}::int::text`,
    time: `(extract(epoch from ${column}) * 1000)::bigint::text`,
    json: `${column}::text`,
    bytes: `encode(${column}, 'hex')`,
  }
  return expressions[type]
}

/** The reverse: an expression that gives the column's own type for a `Value` in text. */
export function toPostgres(type: ColumnType, value: string): string {
  const expressions: Record<ColumnType, string> = {
    text: value,
    integer: `${value}::integer`,
    bigint: `${value}::bigint`,
    boolean: `${value}::integer::boolean`,
    time: `timestamptz 'epoch' + ${value}::bigint * interval '1 millisecond'`,
    json: `${value}::jsonb`,
    bytes: `decode(${value}, 'hex')`,
  }
  return expressions[type]
}
