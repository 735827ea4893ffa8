import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { blob, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBackgroundReader } from './background-reader.ts'
import { openReadThread, type ReadThread } from './read-thread.ts'

const notes = sqliteTable('notes', { number: integer('number'), bytes: blob('bytes', { mode: 'buffer' }) })

function openNotes(more: Partial<Parameters<typeof createBackgroundReader>[0]> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  const file = join(folder, 'test.db')
  const writer = new Database(file)
  writer.pragma('journal_mode = WAL')
  writer.exec('create table notes (number integer, bytes blob)')
  const openThread = vi.fn(async (path: string) => openReadThread(path))
  const { db, close } = createBackgroundReader({ file, fallback: writer, openThread, ...more })
  onTestFinished(async () => {
    await close()
    writer.close()
    rmSync(folder, { recursive: true })
  })
  const insert = writer.prepare('insert into notes values (?, ?)')
  return { db, writer, openThread, insert: (number: number) => insert.run(number, Buffer.from([number])) }
}

test('the thread reads what is committed, and nothing of an open transaction', async () => {
  const { db, writer, insert, openThread } = openNotes()
  insert(1)
  writer.exec('begin')
  insert(2)

  expect(await db.select().from(notes)).toEqual([{ number: 1, bytes: Buffer.from([1]) }])
  writer.exec('commit')
  expect(await db.select().from(notes).limit(2)).toHaveLength(2)
  expect(openThread).toHaveBeenCalledTimes(1)
})

test('statements that are asked for at once get their own rows', async () => {
  const { db, insert } = openNotes()
  for (let number = 0; number < 20; number += 1) {
    insert(number)
  }
  const found = await Promise.all(
    Array.from({ length: 20 }, (_, number) => db.select().from(notes).where(sql`number = ${number}`)),
  )
  expect(found.flat().map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, number) => number))
})

test('a statement that fails rejects with its error, and the thread goes on', async () => {
  const { db, insert, openThread } = openNotes()
  insert(1)

  await expect(db.select({ x: sql`no_such_column` }).from(notes)).rejects.toMatchObject({
    cause: { message: 'no such column: no_such_column' },
  })
  expect(await db.select().from(notes)).toHaveLength(1)
  expect(openThread).toHaveBeenCalledTimes(1)
})

test('a thread that ends in between leaves the statement to the other connection, and the next one starts it again', async () => {
  const threads: ReadThread[] = []
  const openThread = vi.fn(async (file: string) => {
    const thread = openReadThread(file)
    threads.push(thread)
    return thread
  })
  const { db, insert } = openNotes({ openThread })
  insert(1)
  await db.select().from(notes)
  const reading = db.select().from(notes)
  await threads[0]?.close()

  expect(await reading).toHaveLength(1)
  expect(await db.select().from(notes)).toHaveLength(1)
  await expect.poll(async () => (await db.select().from(notes), openThread.mock.calls.length)).toBe(2)
})

test.each([
  ['that cannot open the database', async () => openReadThread(join(tmpdir(), 'no-such-folder', 'test.db'))],
  ['that cannot be started', async () => Promise.reject(new Error('no threads'))],
])('a thread %s leaves everything to the other connection', async (_, openThread) => {
  const { db, insert } = openNotes({ openThread })
  insert(1)

  expect(await db.select().from(notes)).toHaveLength(1)
  expect(await db.select().from(notes)).toHaveLength(1)
})

test('an idle thread is closed', async () => {
  const close = vi.fn(async () => undefined)
  const openThread = async () => ({ read: async () => ({ rows: [], ms: 0 }), close })
  const { db } = openNotes({ openThread, idleMs: 5 })

  await db.select().from(notes)
  await expect.poll(() => close.mock.calls.length).toBe(1)
})
