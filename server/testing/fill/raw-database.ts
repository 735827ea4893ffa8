import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import Database from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { migrate as migrateSqlite } from 'drizzle-orm/better-sqlite3/migrator'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { Client, Pool } from 'pg'
import { onTestFinished } from 'vitest'
import type { MovedTable, Row } from '#server/db/move/moved-table.ts'
import { type Connection, quote } from '#server/db/move/postgres-schema.ts'
import { createPostgresSide } from '#server/db/move/postgres-side.ts'
import type { Side } from '#server/db/move/sides.ts'
import { createSqliteSide } from '#server/db/move/sqlite-side.ts'
import { toPostgres, toSqlite } from '#server/db/move/values.ts'
import type { Store, Writer } from '#server/db/store.ts'
import { inTransaction } from '#server/db/transaction-scope.ts'
import { openPglite } from '../open-pglite.ts'

/** A database as its migrations make it, written to without the product. */
export type RawDatabase = {
  side: Omit<Side, 'close'>
  insert(table: MovedTable, rows: readonly Row[]): Promise<void>
  migrate(folder: string): Promise<void>
  exec(statement: string): Promise<void>
}

export function openRawSqlite(file: string): RawDatabase {
  const database = new Database(file)
  database.pragma('foreign_keys = ON')
  database.pragma('synchronous = OFF')
  onTestFinished(() => void database.close())
  return {
    side: createSqliteSide(database, () => undefined),
    async insert(table, rows) {
      const into = database.prepare(
        `insert into ${quote(table.name)} (${namesOf(table)}) values (${table.columns.map(() => '?').join(', ')})`,
      )
      for (const row of rows) {
        into.run(row.map((value, place) => toSqlite(table.columns[place]?.type ?? 'text', value)))
      }
    },
    migrate: async (migrationsFolder) => migrateSqlite(drizzleSqlite(database), { migrationsFolder }),
    exec: async (statement) => void database.exec(statement),
  }
}

type RawPostgres = RawDatabase & { connection: Connection; openStore(): Store; url: string | undefined }

/** PGlite, or a database of its own on the server that `DATABASE_URL` names. */
export async function openRawPostgres(): Promise<RawPostgres> {
  // biome-ignore lint/style/noProcessEnv: set by the configuration of the tests
  const { DATABASE_URL: url = '' } = process.env
  return /^postgres(ql)?:/.test(url) ? openDatabase(url) : openRawPglite()
}

// Starting takes seconds, so the tests of a worker share one, which is emptied for each.
let shared: Promise<PGlite> | undefined

async function openRawPglite(): Promise<RawPostgres> {
  shared ??= openPglite()
  const pglite = await shared
  await pglite.exec(`drop schema if exists drizzle cascade; drop schema if exists flowtill_move cascade;
    drop schema public cascade; create schema public`)
  const db = drizzlePglite(pglite)
  const connection: Connection = {
    query: async <Found>(statement: string, values?: unknown[]) => {
      const { rows } = await pglite.query<Found>(statement, values)
      return { rows }
    },
    close: async () => undefined,
  }
  return {
    ...rawPostgres(connection),
    migrate: (migrationsFolder) => migratePglite(db, { migrationsFolder }),
    exec: async (statement) => void (await pglite.exec(statement)),
    openStore: () => storeOver(db as unknown as Drizzle, async () => undefined),
    url: undefined,
  }
}

async function openDatabase(server: string): Promise<RawPostgres> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maker = new Client({ connectionString: server })
  await maker.connect()
  await maker.query(`create database ${name}`)
  await maker.end()
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const db = drizzleNode(client)
  const connection: Connection = {
    query: async (statement, values) => {
      const { rows } = await client.query(statement, values)
      return { rows }
    },
    close: async () => undefined,
  }
  return {
    ...rawPostgres(connection),
    migrate: (migrationsFolder) => migrateNode(db, { migrationsFolder }),
    exec: async (statement) => void (await client.query(statement)),
    openStore() {
      const pool = new Pool({ connectionString: url })
      return storeOver(drizzleNode(pool) as unknown as Drizzle, () => pool.end())
    },
    url,
  }
}

function rawPostgres(connection: Connection) {
  return {
    connection,
    side: createPostgresSide(connection, 'begin'),
    async insert(table: MovedTable, rows: readonly Row[]) {
      const values = rows.map((row, index) =>
        row.map((_, place) =>
          toPostgres(table.columns[place]?.type ?? 'text', `$${index * row.length + place + 1}::text`),
        ),
      )
      await connection.query(
        `insert into ${quote(table.name)} (${namesOf(table)}) values ${values.map((each) => `(${each.join(', ')})`).join(', ')}`,
        rows.flat(),
      )
    },
  }
}

type Drizzle = { transaction<Result>(work: (tx: unknown) => Promise<Result>): Promise<Result> }

function storeOver(db: Drizzle, close: () => Promise<void>): Store {
  return {
    db: db as unknown as Writer,
    background: db as unknown as Writer,
    recall: (_tables, _key, read) => read(),
    transaction: (work) =>
      inTransaction(work, async (marked) => ({
        result: await db.transaction((tx) => marked(tx as Writer)),
      })),
    assertDurable: () => undefined,
    close,
  }
}

const namesOf = ({ columns }: MovedTable) => columns.map(({ name }) => quote(name)).join(', ')

/** A copy of a folder of migrations that ends with the one of this index. */
export function migrationsUntil(folder: string, idx: number): string {
  const copy = mkdtempSync(join(tmpdir(), 'flowtill-migrations-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('_snapshot.json') })
  const journal = join(copy, 'meta', '_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  const stored = entries.filter((entry: { idx: number }) => entry.idx <= idx)
  writeFileSync(journal, JSON.stringify({ ...rest, entries: stored }))
  return copy
}

/** All rows of a table by the text of their keys. */
export async function readRows(side: Pick<Side, 'pages'>, table: MovedTable): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of side.pages(table)) {
    rows.push(...page)
  }
  return rows
}
