import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { migrationsFolder } from './migrations.ts'

export type SchemaPart = { name: string; table: string; sql: string }

let expected: SchemaPart[] | undefined

/** Tables and triggers exactly as the migrations create them in an empty SQLite file. */
export function expectedSqliteSchema(): SchemaPart[] {
  expected ??= readExpected()
  return expected
}

function readExpected() {
  const empty = new Database(':memory:')
  try {
    migrate(drizzle(empty), { migrationsFolder: migrationsFolder('sqlite') })
    const parts = empty.prepare<[], SchemaPart>(
      "select name, tbl_name as 'table', sql from sqlite_master where type in ('table', 'trigger')",
    )
    return parts.all()
  } finally {
    empty.close()
  }
}
