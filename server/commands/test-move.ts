import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { dialect } from '#server/db/dialect.ts'
import { migrationsFolder, readNewest } from '#server/db/migrations.ts'
import { createPostgresSource } from '#server/db/move/postgres-source.ts'
import { createPostgresTarget } from '#server/db/move/postgres-target.ts'
import type { Target } from '#server/db/move/sides.ts'
import { createSqliteSource } from '#server/db/move/sqlite-source.ts'
import { createSqliteTarget, stagedName } from '#server/db/move/sqlite-target.ts'
import { openSqlite } from '#server/db/open-sqlite.ts'
import type { Store } from '#server/db/store.ts'
import { rebuildChunkWords } from '#server/features/indexes/rebuild-words.ts'
import { rebuildMessageWords } from '#server/features/messages/rebuild-words.ts'
import { searchWords } from '#server/features/messages/words.repository.ts'
import { fillTables } from '#server/testing/fill/fill-database.ts'
import { type openRawPostgres, openRawSqlite } from '#server/testing/fill/raw-database.ts'
import { listMigrations, readSnapshot } from '#server/testing/fill/snapshot-tables.ts'
import { findUnsound } from './find-unsound.ts'
import { moveBetween } from './move.ts'

export const newest = listMigrations('postgres').at(-1)?.idx ?? 0
export const quiet = () => undefined

export function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A SQLite database with rows in every table of the schema. */
export async function openFilled() {
  const file = join(aFolder(), 'flowtill.db')
  const raw = openRawSqlite(file)
  await raw.migrate(migrationsFolder('sqlite'))
  await fillTables(raw, readSnapshot(newest), new Map(), { from: 0, count: 5 })
  // On SQLite every message has one.
  await raw.exec('update messages set number = 6000000000 + rowid where number is null')
  return { file, raw }
}

/** What the program would do after copying, where this process speaks the dialect of the target. */
async function requireSound(open: () => Store) {
  const store = open()
  expect(await rebuildMessageWords(store)).toBe(5)
  expect(await searchWords(store.db, { text: 'content', limit: 10 })).toHaveLength(5)
  expect(await rebuildChunkWords(store)).toBe(5)
  expect(await findUnsound(store)).toEqual([])
  await store.close()
}

type Postgres = Awaited<ReturnType<typeof openRawPostgres>>

export const sqliteSource = (file: string, hold = () => true) => createSqliteSource(file, quiet, hold)

export function postgresTarget(postgres: Postgres) {
  return createPostgresTarget(postgres.connection, {
    version: readNewest('postgres'),
    migrate: () => postgres.migrate(migrationsFolder('postgres')),
  })
}

type There = { file: string; postgres: Postgres; target?: Target; hold?: () => boolean }

export async function moveThere({ file, postgres, target = postgresTarget(postgres), hold }: There) {
  const source = sqliteSource(file, hold)
  onTestFinished(() => source.close())
  return moveBetween({
    ...{ source, target, postgres: postgres.connection, report: quiet },
    requireSound: async () => {
      if (dialect === 'postgres') {
        await requireSound(postgres.openStore)
      }
    },
  })
}

export async function moveBack(postgres: Postgres, file: string) {
  const target = createSqliteTarget(file, readNewest('sqlite'))
  onTestFinished(() => target.close())
  return moveBetween({
    ...{ source: createPostgresSource(postgres.connection, 1), target },
    ...{ postgres: postgres.connection, report: quiet },
    requireSound: async () => {
      if (dialect === 'sqlite') {
        await requireSound(() => openSqlite(stagedName(file)))
      }
    },
  })
}

/** Every value of every table, and the schema. */
export function dump(file: string) {
  const database = new Database(file, { readonly: true })
  const schema = database.prepare('select type, name, sql from sqlite_master order by type, name').all()
  const tables = (database.pragma('table_list') as { name: string; type: string }[])
    .filter(
      ({ name, type }) =>
        type === 'table' && name !== '__drizzle_migrations' && !/^sqlite_(schema|temp|stat)/.test(name),
    )
    .map(({ name }) => name)
    .toSorted()
  const rows = tables.map((name) => {
    const all = database.prepare(`select * from "${name}"`).raw().safeIntegers().all()
    return [name, all.map((row) => (row as unknown[]).map(String)).toSorted()]
  })
  database.close()
  return { schema, rows: Object.fromEntries(rows) as Record<string, string[][]> }
}
