import { sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import type { Reader } from '#server/db/store.ts'

const nothing = sql`(select 1) as one`

/** Bytes of the whole database, as the database counts them. */
export async function databaseSize(db: Reader): Promise<number> {
  const size =
    dialect === 'postgres'
      ? sql<number>`pg_database_size(current_database())`
      : sql<number>`(select page_count from pragma_page_count()) * (select page_size from pragma_page_size())`
  const [row] = await db.select({ size: size.mapWith(Number) }).from(nothing)
  return row?.size ?? 0
}

export async function databaseVersion(db: Reader): Promise<string> {
  const version =
    dialect === 'postgres' ? sql<string>`current_setting('server_version')` : sql<string>`sqlite_version()`
  const [row] = await db.select({ version }).from(nothing)
  return `${dialect === 'postgres' ? 'PostgreSQL' : 'SQLite'} ${row?.version ?? ''}`.trim()
}

export async function countMigrations(db: Reader): Promise<number> {
  const table = dialect === 'postgres' ? 'drizzle.__drizzle_migrations' : '__drizzle_migrations'
  const [row] = await db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(sql.raw(table))
  return row?.count ?? 0
}
