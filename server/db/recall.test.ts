import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createRecall } from './recall.ts'

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-recall-'))
  const file = join(folder, 'test.db')
  const connection = new Database(file)
  connection.pragma('journal_mode = WAL')
  connection.exec("create table keys (id text); create table users (id text); insert into keys values ('a')")
  const { recall, writer } = createRecall(connection)
  const reader = new Database(file, { readonly: true })
  onTestFinished(() => {
    reader.close()
    connection.close()
    rmSync(folder, { recursive: true })
  })
  let reads = 0
  const keys = () =>
    recall(['keys'], 'all keys', async () => {
      reads += 1
      return reader.prepare('select id from keys order by id').pluck().all()
    })
  const write = (sql: string) => writer.prepare(sql).run()
  return { file, connection, keys, write, recall, reads: () => reads }
}

test('reads once, and again after a write to its table', async () => {
  const { keys, write, reads } = open()
  await keys()
  await keys()
  expect(reads()).toBe(1)
  write("insert into users values ('x')")
  await keys()
  expect(reads()).toBe(1)
  write('insert into "keys" values (\'b\')')
  expect(await keys()).toEqual(['a', 'b'])
  write("UPDATE `keys` SET id = 'c' WHERE id = 'b'")
  expect(await keys()).toEqual(['a', 'c'])
  write("delete from keys where id = 'c'")
  expect(await keys()).toEqual(['a'])
})

test('data touched by a transaction is not cached before its commit or rollback', async () => {
  const { connection, keys, write, reads } = open()
  await keys()
  connection.exec('begin immediate')
  write("insert into keys values ('b')")
  expect(await keys()).toEqual(['a'])
  connection.exec('commit')
  expect(await keys()).toEqual(['a', 'b'])
  connection.exec('begin immediate')
  write("insert into keys values ('c')")
  connection.exec('rollback')
  expect(await keys()).toEqual(['a', 'b'])
  const before = reads()
  await keys()
  expect(reads()).toBe(before)
})

test('a read overtaken by a write is not cached', async () => {
  const { recall, write } = open()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = recall(['keys'], 'slow', () => promise)
  write("insert into keys values ('b')")
  resolve('old')
  expect(await first).toBe('old')
  expect(await recall(['keys'], 'slow', async () => 'new')).toBe('new')
})

test('sees writes of another process', async () => {
  const { file, keys } = open()
  await keys()
  const shell = new Database(file)
  shell.exec("insert into keys values ('z')")
  shell.close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(await keys()).toEqual(['a', 'z'])
})

test('a failed read is not cached', async () => {
  const { recall } = open()
  await expect(recall(['keys'], 'x', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await recall(['keys'], 'x', async () => 1)).toBe(1)
})
