import type { MovedTable, Row } from './moved-table.ts'
import { type Connection, quote, readNumbering } from './postgres-schema.ts'
import { type LedgerSums, ledgerSums, lengthOf, PAGE, type Side } from './sides.ts'
import { fromPostgres, toPostgres } from './values.ts'

const FIRST_FETCH = 100

/** Text is compared by its bytes, as SQLite does, whatever the language of the database. */
function keyOrder({ columns, key }: MovedTable): string[] {
  return key.map((place) => {
    const { name = '', type } = columns[place] ?? {}
    return type === 'text' ? `${quote(name)} collate "C"` : quote(name)
  })
}

export function createPostgresSide(connection: Connection, begin: string): Omit<Side, 'close'> {
  async function transaction<Result>(work: () => Promise<Result>) {
    await connection.query(begin)
    try {
      const result = await work()
      await connection.query('commit')
      return result
    } catch (error) {
      // Not where the connection is gone, which the first error reports.
      await connection.query('rollback').catch(() => undefined)
      throw error
    }
  }

  async function* pages(table: MovedTable, after?: Row) {
    const order = keyOrder(table)
    const columns = table.columns.map(({ name, type }) => fromPostgres(type, quote(name)))
    const named = columns.map((column, place) => `${column} as c${place}`)
    const rest = after ? `where (${order.join(', ')}) > (${literals(table, after).join(', ')})` : ''
    await connection.query(
      `declare moved no scroll cursor for
        select ${named.join(', ')} from ${quote(table.name)} ${rest} order by ${order.join(', ')}`,
    )
    let count = FIRST_FETCH
    for (;;) {
      const { rows } = await connection.query<Record<string, string | null>>(`fetch ${count} from moved`)
      const page = rows.map((row) => table.columns.map((_, place) => row[`c${place}`] ?? null))
      if (page.length > 0) {
        yield page
      }
      if (page.length < count) {
        break
      }
      const characters = page.reduce((sum, row) => sum + lengthOf(row), 0)
      count = Math.min(PAGE.rows, Math.max(1, Math.floor((PAGE.characters * page.length) / (characters + 1))))
    }
    await connection.query('close moved')
  }

  return {
    transaction,
    pages,
    async ledgerSums() {
      const { rows } = await connection.query<LedgerSums>(ledgerSums)
      return toText(rows[0] ?? {})
    },
    async latestMigration() {
      if (!(await exists(connection, 'drizzle.__drizzle_migrations'))) {
        return undefined
      }
      const { rows } = await connection.query<{ latest: string | null }>(
        'select max(created_at)::text as latest from drizzle.__drizzle_migrations',
      )
      return rows[0]?.latest ? Number(rows[0].latest) : undefined
    },
    async lastNumbers() {
      const numbering = await readNumbering(connection)
      return new Map(numbering.flatMap(({ table, last }) => (last === null ? [] : [[table, last] as const])))
    },
  }
}

export async function exists({ query }: Connection, table: string) {
  const { rows } = await query<{ name: string | null }>('select to_regclass($1)::text as name', [table])
  return rows[0]?.name != null
}

export function toText(sums: Record<string, unknown>): LedgerSums {
  return Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, String(value)]))
}

function literals({ columns, key }: MovedTable, values: Row): string[] {
  return key.map((place, index) => {
    const text = `'${(values[index] ?? '').replaceAll("'", "''")}'`
    return toPostgres(columns[place]?.type ?? 'text', `${text}::text`)
  })
}
