import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { Target } from '#server/db/move/sides.ts'
import { createSqliteSource } from '#server/db/move/sqlite-source.ts'
import { openRawPostgres } from '#server/testing/fill/raw-database.ts'
import { readSnapshot } from '#server/testing/fill/snapshot-tables.ts'
import { moveBetween } from './move.ts'
import { aFolder, dump, moveBack, moveThere, newest, openFilled, postgresTarget, quiet } from './test-move.ts'

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
