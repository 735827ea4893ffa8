import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readNewest } from '#server/db/migrations.ts'
import { readTables } from '#server/db/move/postgres-schema.ts'
import { createPostgresSource } from '#server/db/move/postgres-source.ts'
import { createSqliteTarget, stagedName } from '#server/db/move/sqlite-target.ts'
import { openRawPostgres } from '#server/testing/fill/raw-database.ts'
import { moveBetween } from './move.ts'
import {
  aFolder,
  dump,
  moveBack,
  moveThere,
  openFilled,
  postgresTarget,
  quiet,
  sqliteSource,
} from './test-move.ts'

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
