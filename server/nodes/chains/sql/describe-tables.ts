import type { Json } from '#server/engine/inputs.ts'
import type { DatabaseRows } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { showTable } from './show-table.ts'

type Describing = {
  database: 'sqlite' | 'postgres'
  includesTables: string | undefined
  ignoreTables: string | undefined
  sampleRowsInTableInfo: number | undefined
  query(statement: string): Promise<DatabaseRows>
  label: string
}
type Column = { table: string; column: string; type: string }

const maxTables = 60
const maxSamples = 10

/** One row per column: table, column, type. Names from these rows are only compared, never written into SQL. */
const columnsOf = {
  sqlite: `SELECT m.name, c.name, c.type FROM sqlite_master m JOIN pragma_table_info(m.name) c
    WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`,
  postgres: `SELECT string_agg(table_name || chr(31) || column_name || chr(31) || data_type, chr(30) ORDER BY ordinal_position)
    FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY table_name ORDER BY table_name`,
}

/** Throws INVALID_FLOW when no table is left. */
export async function describeTables(describing: Describing): Promise<string> {
  const { label, query, sampleRowsInTableInfo: samples = 0 } = describing
  const tables = chosen(await readColumns(describing), describing)
  if (tables.length === 0) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: the database has no tables, or none that it may be told of.`,
    )
  }
  const count = Math.min(maxSamples, Math.trunc(samples))
  const described = tables.slice(0, maxTables).map(async ([table, columns]) => {
    const shape = `TABLE ${quote(table)} (${columns.map(({ column, type }) => `${quote(column)} ${type}`.trim()).join(', ')})`
    if (count < 1) {
      return shape
    }
    const rows = await query(`SELECT * FROM ${quote(table)} LIMIT ${count}`)
    return `${shape}\nSome of its rows:\n${showTable(rows)}`
  })
  return (await Promise.all(described)).join('\n\n')
}

async function readColumns({ database, query }: Describing): Promise<Column[]> {
  if (database === 'sqlite') {
    return readSqlite(query)
  }
  const { rows } = await query(columnsOf.postgres)
  return rows.flatMap(([listed]) =>
    String(listed ?? '')
      .split('\u001e')
      .map((entry) => {
        const [table = '', column = '', type = ''] = entry.split('\u001f')
        return { table, column, type }
      }),
  )
}

/** Reads the schema in pages, because a statement returns a limited number of rows. */
async function readSqlite(query: Describing['query']): Promise<Column[]> {
  const columns: Column[] = []
  for (let isCut = true; isCut; ) {
    const page: DatabaseRows = await query(`${columnsOf.sqlite} LIMIT 200 OFFSET ${columns.length}`)
    columns.push(...page.rows.map(toColumn))
    isCut = page.rows.length === 200 && columns.length < 5_000
  }
  return columns
}

function toColumn([table, column, type]: Json[]): Column {
  return { table: String(table), column: String(column), type: String(type ?? '') }
}

function chosen(columns: Column[], { includesTables, ignoreTables }: Describing): [string, Column[]][] {
  const included = namesIn(includesTables)
  const ignored = namesIn(ignoreTables)
  const byTable = Map.groupBy(columns, ({ table }) => table)
  return [...byTable].filter(
    ([table]) =>
      (included.size === 0 || included.has(table.toLowerCase())) && !ignored.has(table.toLowerCase()),
  )
}

function namesIn(list: string | undefined): ReadonlySet<string> {
  const names = (list ?? '').split(',').map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => name !== ''))
}

function quote(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}
