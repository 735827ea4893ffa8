import { hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { MovedTable, Row } from './moved-table.ts'
import { keyOf } from './moved-table.ts'
import { quote } from './postgres-schema.ts'
import { toText } from './postgres-side.ts'
import { ledgerSums, lengthOf, PAGE, type Side } from './sides.ts'
import { fromSqlite, type OnChanged } from './values.ts'

export function createSqliteSide(database: Database.Database, onChanged: OnChanged): Omit<Side, 'close'> {
  async function transaction<Result>(work: () => Promise<Result>) {
    database.exec('begin')
    try {
      const result = await work()
      database.exec('commit')
      return result
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }

  async function* pages(table: MovedTable, after?: Row) {
    let last = after
    for (;;) {
      const page = readPage(table, last)
      const row = page.at(-1)
      if (!row) {
        return
      }
      yield page
      last = keyOf(table, row)
    }
  }

  function readPage(table: MovedTable, after: Row | undefined): Row[] {
    const names = table.columns.map(({ name }) => quote(name)).join(', ')
    const key = table.key.map((place) => quote(table.columns[place]?.name ?? '')).join(', ')
    const rest = after ? `where (${key}) > (${after.map(() => '?').join(', ')})` : ''
    const statement = database
      .prepare(`select ${names} from ${quote(table.name)} ${rest} order by ${key}`)
      .raw()
      .safeIntegers()
    const page: Row[] = []
    let characters = 0
    for (const stored of statement.iterate(...toKey(table, after ?? []))) {
      const row = fromSqlite(table, stored as unknown[], onChanged)
      page.push(row)
      characters += lengthOf(row)
      if (page.length >= PAGE.rows || characters > PAGE.characters) {
        break
      }
    }
    return page
  }

  return {
    transaction,
    pages,
    ledgerSums: async () =>
      toText(database.prepare(ledgerSums).safeIntegers().get() as Record<string, unknown>),
    async latestMigration() {
      const known = database.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
      const latest =
        known && database.prepare('select max(created_at) from __drizzle_migrations').pluck().get()
      return typeof latest === 'number' ? latest : undefined
    },
    lastNumbers: async () =>
      new Map(
        database
          .prepare<[], { name: string; seq: bigint }>('select name, seq from sqlite_sequence')
          .safeIntegers()
          .all()
          .map(({ name, seq }) => [name, String(seq)]),
      ),
  }
}

export function toKey({ columns, key }: MovedTable, values: Row) {
  return values.map((value, index) => {
    const type = columns[key[index] ?? 0]?.type
    if (value === null || type === 'text') {
      return value
    }
    return type === 'bytes' ? Buffer.from(value, 'hex') : BigInt(value)
  })
}

export function fingerprintOf(database: Database.Database) {
  const sealed = database.prepare('select sealed from credential_key_checks limit 1').pluck().get()
  return hash('sha256', typeof sealed === 'string' ? sealed : '')
}
