import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { dialect } from '#server/db/dialect.ts'
import { migrationsFolder, readNewest } from '#server/db/migrations.ts'
import { readTables } from '#server/db/move/postgres-schema.ts'
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
import { openRawPostgres, openRawSqlite } from '#server/testing/fill/raw-database.ts'
import { listMigrations, readSnapshot } from '#server/testing/fill/snapshot-tables.ts'
import { findUnsound } from './find-unsound.ts'
import { moveBetween } from './move.ts'

const newest = listMigrations('postgres').at(-1)?.idx ?? 0
const quiet = () => undefined

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A SQLite database with rows in every table of the schema. */
async function openFilled() {
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

const sqliteSource = (file: string, hold = () => true) => createSqliteSource(file, quiet, hold)

function postgresTarget(postgres: Postgres) {
  return createPostgresTarget(postgres.connection, {
    version: readNewest('postgres'),
    migrate: () => postgres.migrate(migrationsFolder('postgres')),
  })
}

type There = { file: string; postgres: Postgres; target?: Target; hold?: () => boolean }

async function moveThere({ file, postgres, target = postgresTarget(postgres), hold }: There) {
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

async function moveBack(postgres: Postgres, file: string) {
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
function dump(file: string) {
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

test('there and back, every table is as it was', async () => {
  const { file } = await openFilled()
  const postgres = await openRawPostgres()
  const before = dump(file)

  const there = await moveThere({ file, postgres })
  const back = join(aFolder(), 'flowtill.db')
  const andBack = await moveBack(postgres, back)

  expect(Object.entries(before.rows).filter(([, rows]) => rows.length === 0)).toEqual([])
  expect(dump(back)).toEqual(before)
  expect(existsSync(stagedName(back))).toBe(false)
  expect(andBack).toEqual(there)
  const { tables, words } = await readTables(postgres.connection)
  expect(there?.tables.map(({ table }) => table)).toEqual(tables.map(({ name }) => name))
  // Each has a function that builds it again.
  expect(words).toEqual(['index_words', 'message_words'])
  expect(
    await postgres.connection.query("select 1 from pg_namespace where nspname = 'flowtill_move'"),
  ).toEqual({
    rows: [],
  })
})

const alike = (found: { tables: { table: string; rows: number; sha256: string }[] } | undefined) =>
  found?.tables.map(({ table, rows, sha256 }) => ({ table, rows, sha256 }))

/** Ends the move at its n-th write of rows, as a lost connection or a full disk would. */
function failingAt(target: Target, writes: number): Target {
  let left = writes
  return {
    ...target,
    async insert(...args) {
      await target.insert(...args)
      left -= 1
      if (left === 0) {
        throw new Error('The disk is full')
      }
    },
  }
}

test('a move that ended at any page goes on there, and copies no row twice', async () => {
  const { file } = await openFilled()
  const postgres = await openRawPostgres()
  const tables = readSnapshot(newest).length
  const seed = Math.floor(Math.random() * 1_000_000)

  for (let turn = 1; turn <= 3; turn += 1) {
    const at = 1 + ((seed * turn) % Math.floor(tables / 4))
    const ended = moveThere({ file, postgres, target: failingAt(postgresTarget(postgres), at) })
    await expect(ended, `seed ${seed}`).rejects.toThrow('The disk is full')
  }
  // Rows of the ended transaction are not there.
  const { rows } = await postgres.connection.query<{ is_copied: boolean }>(
    'select is_copied from flowtill_move.progress',
  )
  expect(rows.every(({ is_copied: isCopied }) => isCopied)).toBe(true)
  const moved = await moveThere({ file, postgres })

  expect(moved?.tables.every(({ changed }) => changed === 0)).toBe(true)
  const again = await moveBack(postgres, join(aFolder(), 'flowtill.db'))
  expect(alike(again)).toEqual(alike(moved))
})

test('rows that change while the server runs are copied once it is stopped', async () => {
  const { file, raw } = await openFilled()
  const postgres = await openRawPostgres()

  expect(await moveThere({ file, postgres, hold: () => false })).toBeUndefined()
  // A unique value moves to another row, a row goes, rows come, money moves, and a run's log is extended.
  await raw.exec(`
    update users set username_key = 'free' where id = (select min(id) from users);
    update users set username_key = (select 'users:username_key:0 ''ğ'' "\\" 😀') where id = (select max(id) from users);
    delete from attempts where key = (select min(key) from attempts);
    insert into attempts (key, count, reset_date) values ('new', 1, 1790000000000);
    insert into transfers select posting_id, 1, debit_account, credit_account, 7, null, created_date from transfers where false;
    update holds set status = 'voided' where id = (select min(id) from holds);
  `)
  const moved = await moveThere({ file, postgres })

  const changed = moved?.tables.filter((table) => table.changed > 0).map(({ table }) => table)
  expect(changed).toEqual(['accounts', 'attempts', 'holds', 'users'])
  const back = join(aFolder(), 'flowtill.db')
  await moveBack(postgres, back)
  expect(dump(back)).toEqual(dump(file))
})

test('a copy that is not sound stays unfinished, and a later run makes it again', async () => {
  const { file } = await openFilled()
  const postgres = await openRawPostgres()
  const source = sqliteSource(file)
  onTestFinished(() => source.close())
  const sides = { source, target: postgresTarget(postgres), postgres: postgres.connection, report: quiet }
  const requireUnsound = () => Promise.reject(new Error('The copy is not sound'))

  await expect(moveBetween({ ...sides, requireSound: requireUnsound })).rejects.toThrow('is not sound')
  expect(await postgres.connection.query('select is_open from flowtill_move.state')).toEqual({
    rows: [{ is_open: false }],
  })
  await moveThere({ file, postgres })

  const keys = "select count(*)::int as count from pg_constraint where contype = 'f' and not convalidated"
  expect(await postgres.connection.query(keys)).toEqual({ rows: [{ count: 0 }] })
  const back = join(aFolder(), 'flowtill.db')
  const target = createSqliteTarget(back, readNewest('sqlite'))
  const returning = { source: createPostgresSource(postgres.connection, 1), target, report: quiet }
  await expect(
    moveBetween({ ...returning, postgres: postgres.connection, requireSound: requireUnsound }),
  ).rejects.toThrow('is not sound')
  await target.close()
  expect(existsSync(back)).toBe(false)
  await moveBack(postgres, back)
  expect(dump(back)).toEqual(dump(file))
})

test('a row that was damaged in the target is found, and copied again', async () => {
  const { file } = await openFilled()
  const postgres = await openRawPostgres()
  await moveThere({ file, postgres, hold: () => false })
  await postgres.exec(
    "update messages set content = content || ' ' where id = (select min(id) from messages)",
  )

  const moved = await moveThere({ file, postgres })

  expect(moved?.tables.filter(({ changed }) => changed > 0)).toMatchObject([
    { table: 'messages', changed: 1 },
  ])
})

test('a target that does not store what it is given is no end of a move', async () => {
  const { file } = await openFilled()
  const postgres = await openRawPostgres()
  await moveThere({ file, postgres, hold: () => false })
  await postgres.exec(`
    create function shorten() returns trigger language plpgsql as $$ begin new.content := 'x'; return new; end $$;
    create trigger shorten before insert on messages for each row execute function shorten();
    delete from messages`)

  await expect(moveThere({ file, postgres })).rejects.toThrow('Table messages could not be made equal')
})

test('characters that PostgreSQL cannot store are left out, and reported', async () => {
  const { file, raw } = await openFilled()
  const postgres = await openRawPostgres()
  await raw.exec(`
    update messages set content = 'a' || char(0) || 'b', extras = '{"a":"\\u0000x\\ud800","b":"\\ud83d\\ude00"}'
    where id = (select min(id) from messages)`)
  const changed = new Set<string>()
  const source = createSqliteSource(
    file,
    (table, column) => changed.add(`${table}.${column}`),
    () => true,
  )
  onTestFinished(() => source.close())

  await moveBetween({
    ...{ source, target: postgresTarget(postgres), postgres: postgres.connection },
    ...{ requireSound: async () => undefined, report: quiet },
  })

  expect([...changed].toSorted()).toEqual(['messages.content', 'messages.extras'])
  const { rows } = await postgres.connection.query(
    'select content, extras::text from messages where id = (select min(id collate "C") from messages)',
  )
  expect(rows).toEqual([{ content: 'ab', extras: '{"a": "x\ufffd", "b": "😀"}' }])
})

test('the order of keys in JSON changes, and nothing else of it', async () => {
  const { file, raw } = await openFilled()
  const postgres = await openRawPostgres()
  const json = '{"longer":[1,2.50,1e3],"b":{"2":"x","10":"y"},"__proto__":null,"a":"\\u00e7"}'
  await raw.exec(`update messages set extras = '${json}' where id = (select min(id) from messages)`)

  await moveThere({ file, postgres })
  const back = join(aFolder(), 'flowtill.db')
  await moveBack(postgres, back)

  const database = new Database(back, { readonly: true })
  const stored = database.prepare('select extras from messages where id = (select min(id) from messages)')
  expect(JSON.parse(String(stored.pluck().get()))).toEqual(JSON.parse(json))
  database.close()
})

/** Values that SQLite stores and the column's type does not have, and how they are corrected. */
const misfits: [table: string, misfit: string, correction: string][] = [
  ['messages', 'sequence = 1.5', 'sequence = 1'],
  ['messages', 'sequence = 3000000000', 'sequence = 1'],
  ['messages', "extras = '{'", 'extras = null'],
  ['attempts', "key = 'a' || char(0)", "key = 'a'"],
]

test('a value that does not fit its column is named, and can be corrected', async () => {
  const { file, raw } = await openFilled()
  const postgres = await openRawPostgres()

  for (const [table, misfit, correction] of misfits) {
    const row = `rowid = (select min(rowid) from ${table})`
    await raw.exec(`update ${table} set ${misfit} where ${row}`)
    await expect(moveThere({ file, postgres }), misfit).rejects.toThrow(new RegExp(`^Table ${table}`))
    await raw.exec(`update ${table} set ${correction} where ${row}`)
  }

  expect(await moveThere({ file, postgres })).toBeDefined()
})

test('a database with anything else in it is no target', async () => {
  const { file } = await openFilled()
  const postgres = await openRawPostgres()
  await postgres.exec('create table notes (text text)')

  await expect(moveThere({ file, postgres })).rejects.toThrow('The target is not empty: it has public.notes')

  await postgres.exec('drop table notes')
  await moveThere({ file, postgres })
  await expect(moveThere({ file, postgres })).rejects.toThrow('The target is not empty')
})

test('an unfinished move of another installation is left alone', async () => {
  const [one, other] = [await openFilled(), await openFilled()]
  const postgres = await openRawPostgres()
  await moveThere({ file: one.file, postgres, hold: () => false })
  await other.raw.exec("update credential_key_checks set sealed = 'of another key'")

  await expect(moveThere({ file: other.file, postgres })).rejects.toThrow(
    'of another installation or version',
  )

  expect(await moveThere({ file: one.file, postgres })).toBeDefined()
})

test('an older, a newer and a foreign source are rejected before anything is written', async () => {
  const { file, raw } = await openFilled()
  const postgres = await openRawPostgres()
  const latest = 'created_at = (select max(created_at) from __drizzle_migrations)'

  await raw.exec(`update __drizzle_migrations set created_at = created_at + 1 where ${latest}`)
  await expect(moveThere({ file, postgres })).rejects.toThrow('written by a newer version')
  await raw.exec(`delete from __drizzle_migrations where ${latest}`)
  await expect(moveThere({ file, postgres })).rejects.toThrow('of an older version')
  await raw.exec('drop table __drizzle_migrations')
  await expect(moveThere({ file, postgres })).rejects.toThrow('not one of Flowtill')

  expect(await postgres.connection.query("select 1 from pg_class where relname = 'users'")).toEqual({
    rows: [],
  })
})
