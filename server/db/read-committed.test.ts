import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { attempts } from '#server/features/auth/auth.table.ts'
import { openSqlite } from './open-sqlite.ts'

function openAttempts() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  const store = openSqlite(join(folder, 'test.db'))
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const row = (key: string) => ({ key, count: 1, resetDate: new Date() })
  const keys = async () => (await store.db.select().from(attempts)).map(({ key }) => key)
  return { ...store, row, keys }
}

test('a read sees committed data and nothing of an open transaction', async () => {
  const { transaction, row, keys } = openAttempts()
  await transaction(async (tx) => void (await tx.insert(attempts).values(row('a'))))
  expect(await keys()).toEqual(['a'])

  const seen: string[][] = []
  await transaction(async (tx) => {
    await tx.insert(attempts).values(row('b'))
    seen.push(await keys())
  })

  expect(seen).toEqual([['a']])
  expect(await keys()).toEqual(['a', 'b'])
})

test('a rolled-back write is never visible to reads', async () => {
  const { transaction, row, keys } = openAttempts()
  const seen: string[][] = []

  const failing = transaction(async (tx) => {
    await tx.insert(attempts).values(row('half'))
    seen.push(await keys())
    throw new Error('no')
  })
  const watching = (async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      seen.push(await keys())
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()

  await expect(failing).rejects.toThrow('no')
  await watching
  expect(seen.flat()).toEqual([])
})

test('a write that returns rows is rejected like any other', async () => {
  const { db, transaction, row, keys } = openAttempts()
  await transaction(async (tx) => void (await tx.insert(attempts).values(row('a'))))

  // @ts-expect-error: a Reader has no delete
  await expect(async () => db.delete(attempts).returning()).rejects.toThrow('readonly')

  expect(await keys()).toEqual(['a'])
})
