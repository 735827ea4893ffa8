import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { dialectOf } from './dialect.ts'
import { MOVE_STATE } from './open-postgres.ts'
import type { Reader } from './store.ts'

/** A database beside its server: neither migrated nor written to. */
export type ReadOnly = {
  db: Reader
  /** A statement in the SQL of both dialects. */
  query(statement: string): Promise<Record<string, unknown>[]>
  /** An expression for a time column, in milliseconds. */
  milliseconds(column: string): string
  /** Creation time of the newest migration; undefined for an empty database. */
  latestMigration(): Promise<number | undefined>
  /** A move into this database has not ended. */
  isUnfinishedMove(): Promise<boolean>
  close(): Promise<void>
}

/** Throws what the driver throws where the database cannot be opened. */
export function openReader(databaseUrl: string): ReadOnly {
  return dialectOf(databaseUrl) === 'postgres'
    ? openPostgresReader(databaseUrl)
    : openSqliteReader(databaseUrl.replace(/^file:/, ''))
}

function openSqliteReader(file: string): ReadOnly {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  const query = async (statement: string) => database.prepare(statement).all() as Record<string, unknown>[]
  return {
    db: drizzle(database) as unknown as Reader,
    query,
    milliseconds: (column) => column,
    async latestMigration() {
      const known = await query("select 1 from sqlite_master where name = '__drizzle_migrations'")
      return known.length > 0 ? latestIn(query, '__drizzle_migrations') : undefined
    },
    isUnfinishedMove: async () => false,
    close: async () => void database.close(),
  }
}

function openPostgresReader(url: string): ReadOnly {
  const pool = new Pool({ connectionString: url, max: 2, options: '-c default_transaction_read_only=on' })
  const query = async (statement: string) => (await pool.query(statement)).rows
  const exists = async (table: string) =>
    (await query(`select 1 where to_regclass('${table}') is not null`)).length > 0
  return {
    db: drizzlePostgres(pool) as unknown as Reader,
    query,
    milliseconds: (column) => `(extract(epoch from ${column}) * 1000)::float8`,
    latestMigration: async () =>
      (await exists('drizzle.__drizzle_migrations'))
        ? latestIn(query, 'drizzle.__drizzle_migrations')
        : undefined,
    isUnfinishedMove: () => exists(MOVE_STATE),
    close: () => pool.end(),
  }
}

async function latestIn(query: ReadOnly['query'], table: string) {
  const [row] = await query(`select max(created_at) as latest from ${table}`)
  return row?.latest == null ? undefined : Number(row.latest)
}
