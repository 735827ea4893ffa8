import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { attempts } from '#server/features/auth/auth.table.ts'
import { openSqlite } from './open-sqlite.ts'

test('the write-ahead log stays under 64 MB, even after a reader blocked its checkpoint', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  const file = join(folder, 'test.db')
  const store = openSqlite(file)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const size = () => statSync(`${file}-wal`).size / 1024 / 1024
  const write = async (from: number) => {
    for (let index = from; index < from + 24; index += 1) {
      await store.transaction(async (tx) => {
        const row = { key: `${index}:${'x'.repeat(1_000_000)}`, count: 1, resetDate: new Date() }
        await tx.insert(attempts).values(row)
      })
    }
  }
  const reader = new Database(file, { readonly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from attempts').get()

  await write(0)
  expect(size()).toBeGreaterThan(20)
  reader.close()
  await write(100)
  await expect.poll(size).toBeLessThanOrEqual(32)
  await write(200)

  expect(size()).toBeLessThan(64)
}, 60_000)
