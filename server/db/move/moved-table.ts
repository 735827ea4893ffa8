/** The column types of both dialects, as `kit.ts` declares them. */
export type ColumnType = 'text' | 'integer' | 'bigint' | 'boolean' | 'time' | 'json' | 'bytes'

/** `key` holds the places of the primary key among the columns. */
export type MovedTable = {
  name: string
  columns: readonly { name: string; type: ColumnType }[]
  key: readonly number[]
}

/**
 * A value in the form that both databases are compared in: whole numbers in decimal, booleans as 0 and 1, times in
 * milliseconds, bytes in hexadecimal, JSON and text as they are.
 */
export type Value = string | null
export type Row = readonly Value[]

export function keyOf({ key }: MovedTable, row: Row): Row {
  return key.map((place) => row[place] ?? null)
}

/** The order in which both databases list rows: text and bytes by their bytes, numbers by their size. */
export function compareKeys({ columns, key }: MovedTable, one: Row, other: Row): number {
  for (const [place, column] of key.entries()) {
    const order = compareValues(columns[column]?.type, one[place] ?? '', other[place] ?? '')
    if (order !== 0) {
      return order
    }
  }
  return 0
}

function compareValues(type: ColumnType | undefined, one: string, other: string) {
  if (one === other) {
    return 0
  }
  if (type === 'text' || type === 'bytes') {
    return Buffer.compare(Buffer.from(one), Buffer.from(other))
  }
  return BigInt(one) < BigInt(other) ? -1 : 1
}

/** The row in one text, equal exactly where the rows are: JSON columns do not depend on the order of their keys. */
export function toComparable({ columns }: MovedTable, row: Row): string {
  return JSON.stringify(
    row.map((value, place) =>
      value !== null && columns[place]?.type === 'json' ? canonicalJson(JSON.parse(value)) : value,
    ),
  )
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join(',')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
