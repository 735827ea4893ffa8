import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { dialect } from './dialect.ts'
import { prepared } from './prepared.ts'
import type { Writer } from './store.ts'

/** Databases limit the number of parameters of a statement. */
const ROWS_AT_ONCE = 100

type RowOf<Of extends Table, Omitted> = {
  [Column in Exclude<keyof Of['$inferSelect'], Omitted>]: Of['$inferSelect'][Column] | SQL
}
type Statement<Returned> = PromiseLike<Returned[] | unknown> & {
  prepare(): { execute(values?: Record<string, unknown>): PromiseLike<Returned[] | unknown> }
}
type Options<Omitted> = {
  /** Columns that the database fills. */
  except?: readonly Omitted[]
}

/**
 * Inserts any number of complete rows: on SQLite one by one with a prepared statement, because building a statement for
 * a hundred rows takes longer than inserting them; on PostgreSQL, where values may be expressions, a hundred per round
 * trip. Resolves to the rows that the statement returns.
 */
export function insertMany<
  Of extends Table,
  Returned = never,
  Omitted extends keyof Of['$inferSelect'] = never,
>(
  table: Of,
  build: (tx: Writer, rows: Of['$inferInsert'][]) => Statement<Returned>,
  { except = [] }: Options<Omitted> = {},
): (tx: Writer, rows: readonly RowOf<Of, Omitted>[]) => Promise<Returned[]> {
  const columns = Object.keys(getTableColumns(table)).filter(
    (name) => !except.some((other) => other === name),
  )
  const template = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))
  const insertOne = prepared((tx: Writer) => build(tx, [template]).prepare())

  return async (tx, rows) => {
    const returned: Returned[] = []
    if (dialect === 'postgres') {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        returned.push(...rowsOf<Returned>(await build(tx, rows.slice(from, from + ROWS_AT_ONCE))))
      }
      return returned
    }
    const insert = insertOne(tx)
    for (const row of rows) {
      returned.push(...rowsOf<Returned>(await insert.execute(row)))
    }
    return returned
  }
}

/** Statements without RETURNING resolve to counts. */
const rowsOf = <Returned>(result: unknown) => (Array.isArray(result) ? (result as Returned[]) : [])
