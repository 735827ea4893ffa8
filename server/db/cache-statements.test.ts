import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { attempts } from '#server/features/auth/auth.table.ts'
import { readCommitted } from './read-committed.ts'
import { createRecall } from './recall.ts'

function openCounted() {
  const connection = new Database(':memory:')
  onTestFinished(() => void connection.close())
  connection.exec('create table attempts (key text primary key, count integer, reset_date integer)')
  const texts: string[] = []
  const prepare = connection.prepare.bind(connection)
  connection.prepare = ((text: string) => {
    texts.push(text)
    return prepare(text)
  }) as typeof connection.prepare
  return { connection, texts }
}

test('a read is prepared once; rows and objects of the same text do not mix', () => {
  const { connection, texts } = openCounted()
  connection.exec("insert into attempts values ('a', 1, 0)")
  const db = drizzle(readCommitted(connection, connection))
  const read = () => db.select({ key: attempts.key }).from(attempts).all()
  const text = db.select({ key: attempts.key }).from(attempts).toSQL().sql

  expect(read()).toEqual([{ key: 'a' }])
  const prepared = texts.length
  expect(read()).toEqual([{ key: 'a' }])
  expect(db.all(sql.raw(text))).toEqual([{ key: 'a' }])
  expect(read()).toEqual([{ key: 'a' }])
  expect(texts.slice(prepared).filter((each) => each === text).length).toBeLessThanOrEqual(1)
})

test('a write is prepared once, and reads the rows it returns', () => {
  const { connection, texts } = openCounted()
  const db = drizzle(createRecall(connection).writer)
  const add = (key: string) =>
    db
      .insert(attempts)
      .values({ key, count: 1, resetDate: new Date(0) })
      .returning({ key: attempts.key })
      .all()

  expect(add('a')).toEqual([{ key: 'a' }])
  const prepared = texts.length
  expect(add('b')).toEqual([{ key: 'b' }])
  expect(db.select({ key: attempts.key }).from(attempts).all()).toEqual([{ key: 'a' }, { key: 'b' }])
  expect(texts.slice(prepared).every((text) => text.startsWith('select'))).toBe(true)
})

test('a limit does not concern the plan, so the statement is not planned again at every call', () => {
  const { connection, texts } = openCounted()
  connection.exec("insert into attempts values ('a', 1, 0), ('b', 1, 0), ('c', 1, 0)")
  const db = drizzle(readCommitted(connection, connection))
  const read = (limit: number, offset: number) =>
    db.select({ key: attempts.key }).from(attempts).orderBy(attempts.key).limit(limit).offset(offset).all()

  expect(read(2, 0)).toEqual([{ key: 'a' }, { key: 'b' }])
  expect(read(1, 2)).toEqual([{ key: 'c' }])
  const limited = texts.filter((text) => text.includes('limit'))
  expect(limited.length).toBeGreaterThan(0)
  expect(limited.every((text) => text.includes(' limit +?'))).toBe(true)
})
