import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCheckpointThread } from './checkpoint-thread.ts'
import { startCheckpoints } from './checkpoints.ts'

const LONG = 100

function openLog() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  const file = join(folder, 'test.db')
  const writer = new Database(file)
  writer.pragma('journal_mode = WAL')
  writer.pragma('wal_autocheckpoint = 0')
  writer.exec('create table notes (text)')
  const insert = writer.prepare('insert into notes values (?)')
  const opened: { close(): Promise<void> }[] = []
  onTestFinished(async () => {
    for (const each of opened) {
      await each.close()
    }
    writer.close()
    rmSync(folder, { recursive: true })
  })
  return {
    writer,
    file,
    start(more: Partial<Parameters<typeof startCheckpoints>[0]> = {}) {
      const started = startCheckpoints({
        writer,
        file,
        longFrames: LONG,
        assertDurable: () => undefined,
        lookMs: 5,
        ...more,
      })
      opened.push(started)
      return started
    },
    /** Each takes more than a page. */
    write(count: number) {
      for (let index = 0; index < count; index += 1) {
        insert.run('x'.repeat(4_000))
      }
    },
    left() {
      const { log, checkpointed } = writer.prepare('PRAGMA wal_checkpoint(NOOP)').get() as Record<
        string,
        number
      >
      return (log ?? 0) - (checkpointed ?? 0)
    },
  }
}

test('a long log is copied by the thread, and SQLite begins it again', async () => {
  const { start, write, left, writer } = openLog()
  const openThread = vi.fn(async (file: string) => openCheckpointThread(file))
  start({ openThread })

  write(LONG)
  await expect.poll(left).toBe(0)
  write(1)

  expect(left()).toBeLessThan(10)
  expect(openThread).toHaveBeenCalledTimes(1)
  expect(writer.prepare('select count(*) as count from notes').get()).toEqual({ count: LONG + 1 })
})

test('a short log stays', async () => {
  const { start, write, left } = openLog()
  const openThread = vi.fn(async (file: string) => openCheckpointThread(file))
  start({ openThread })

  write(10)
  await new Promise((resolve) => setTimeout(resolve, 50))

  expect(left()).toBeGreaterThan(10)
  expect(openThread).not.toHaveBeenCalled()
})

test.each([
  ['cannot be started', async () => Promise.reject(new Error('no threads'))],
  [
    'ends',
    async () => ({ checkpoint: () => Promise.reject(new Error('ended')), close: async () => undefined }),
  ],
])('a thread that %s leaves the work to the connection of the writer', async (_, openThread) => {
  const { start, write, left } = openLog()
  start({ openThread })

  write(LONG)

  await expect.poll(left).toBe(0)
})

test('nothing is copied while the disk may not have what was committed', async () => {
  const { start, write, left } = openLog()
  const assertDurable = vi.fn(() => {
    throw new Error('The disk has not stored an earlier write.')
  })
  start({ assertDurable })

  write(LONG)
  await expect.poll(() => assertDurable.mock.calls.length).toBeGreaterThan(1)

  expect(left()).toBeGreaterThan(LONG)
})

test('an open transaction is never disturbed, and the thread copies what was committed before it', async () => {
  const { start, write, left, writer } = openLog()
  start()
  write(LONG)
  await expect.poll(left).toBe(0)
  write(LONG)
  writer.exec('begin')
  write(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  writer.exec('rollback')

  expect(writer.prepare('select count(*) as count from notes').get()).toEqual({ count: 2 * LONG })
  await expect.poll(left).toBe(0)
})

test('a thread reports why it cannot open the database', async () => {
  const thread = openCheckpointThread(join(tmpdir(), 'no-such-folder', 'test.db'))

  await expect(thread.checkpoint()).rejects.toThrow()
  await expect(thread.checkpoint()).rejects.toThrow()
  await thread.close()
})
