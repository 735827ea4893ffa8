import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a reader that keeps the log from being truncated does not hold up the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  const file = join(folder, 'test.db')
  const pragma = vi.spyOn(Database.prototype, 'pragma')
  const store = openSqlite(file)
  const reader = new Database(file, { readonly: true })
  onTestFinished(async () => {
    reader.close()
    await store.close()
    rmSync(folder, { recursive: true })
  })
  reader.exec('begin')
  reader.prepare('select count(*) from attempts').get()
  const key = 'x'.repeat(1_000_000)
  for (let index = 0; index < 34; index += 1) {
    await store.transaction(async (tx) => {
      await tx.insert(attempts).values({ key: `${index}:${key}`, count: 1, resetDate: new Date() })
    })
  }
  pragma.mockClear()

  const commands = () =>
    pragma.mock.calls.map(([command]) => command).filter((command) => !command.includes('PASSIVE'))
  await expect.poll(() => commands().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3)

  // The driver waits for as long as the last timeout says before it gives up.
  expect(commands().slice(0, 3)).toEqual([
    ...['busy_timeout = 0', 'wal_checkpoint(TRUNCATE)', 'busy_timeout = 5000'],
  ])
}, 60_000)
