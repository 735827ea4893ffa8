import { StartError } from '#server/config.ts'
import type { ColumnType, MovedTable } from './moved-table.ts'

/** A connection of either driver. */
export type Connection = {
  query<Row>(statement: string, values?: unknown[]): Promise<{ rows: Row[] }>
  close(): Promise<void>
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

const types: Record<string, ColumnType> = {
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  boolean: 'boolean',
  'timestamp(3) with time zone': 'time',
  jsonb: 'json',
  bytea: 'bytes',
}

/** Words are folded and split for the dialect, so their tables are built again instead of copied. */
const WORDS = 'tsvector'

type Found = { table: string; column: string; type: string; place: number | null }

/** Reads the tables as they are, so a table that a later migration adds is moved like the others. */
export async function readTables({ query }: Connection): Promise<{ tables: MovedTable[]; words: string[] }> {
  const { rows } = await query<Found>(`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as "type",
      array_position(string_to_array(i.indkey::text, ' '), a.attnum::text) as "place"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and ${notOfExtension('c.oid')}
    order by c.relname, a.attnum`)
  const words = rows.filter(({ type }) => type === WORDS).map(({ table }) => table)
  const byTable = Map.groupBy(
    rows.filter(({ table }) => !words.includes(table)),
    ({ table }) => table,
  )
  return { tables: [...byTable].map(([name, columns]) => toTable(name, columns)), words }
}

export const notOfExtension = (id: string) =>
  `not exists (select from pg_depend d where d.objid = ${id} and d.deptype = 'e')`

function toTable(name: string, found: readonly Found[]): MovedTable {
  const columns = found.map(({ column, type }) => {
    const known = types[type]
    if (!known) {
      throw new StartError(`Table ${name} has a column ${column} of type ${type}, which cannot be moved.`)
    }
    return { name: column, type: known }
  })
  const key = found
    .map(({ place }, column) => ({ place, column }))
    .filter(({ place }) => place !== null)
    .toSorted((one, other) => Number(one.place) - Number(other.place))
    .map(({ column }) => column)
  if (key.length === 0) {
    throw new StartError(`Table ${name} has no primary key, so its rows cannot be compared.`)
  }
  return { name, columns, key }
}

/** Numbers given by the database, with the column that has them. */
type Numbering = { sequence: string; table: string; column: string; last: string | null }

export async function readNumbering({ query }: Connection): Promise<Numbering[]> {
  const { rows } = await query<Numbering>(`
    select q.relname as "sequence", c.relname as "table", a.attname as "column", s.last_value::text as "last"
    from pg_depend d
    join pg_class q on q.oid = d.objid and q.relkind = 'S'
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    join pg_sequences s on s.schemaname = 'public' and s.sequencename = q.relname
    where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')`)
  return rows
}
