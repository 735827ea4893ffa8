import { symlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPglite } from '#server/testing/open-pglite.ts'
import { AppError } from '#shared/errors.ts'
import { createQueryDatabase } from './query-database.ts'

const forever = new AbortController().signal

describe('an SQLite file', () => {
  async function aFolder() {
    const root = await mkdtemp(join(tmpdir(), 'databases-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const folder = join(root, 'databases')
    await mkdir(folder)
    for (const file of [join(folder, 'shop.db'), join(root, 'secret.db')]) {
      const database = new Database(file)
      database.exec(
        "CREATE TABLE item (name TEXT, price INTEGER); INSERT INTO item VALUES ('tea', 3), ('bread', 2)",
      )
      database.close()
    }
    symlinkSync(join(root, 'secret.db'), join(folder, 'link.db'))
    const query = createQueryDatabase({ folder, allow: [] })
    const request = (statement: string, address = 'shop.db', signal = forever) =>
      query({ kind: 'sqlite', address }, statement, signal)
    return { root, folder, request }
  }

  test('is read, row by row', async () => {
    const { request, folder } = await aFolder()
    const expected = {
      columns: ['name', 'sum'],
      rows: [
        ['bread', 2],
        ['tea', 3],
      ],
      isCut: false,
    }

    expect(await request('SELECT name, sum(price) AS sum FROM item GROUP BY name')).toEqual(expected)
    expect(await request('SELECT name, price AS sum FROM item ORDER BY 1;', join(folder, 'shop.db'))).toEqual(
      expected,
    )
  })

  test('returns no more rows than a model can read', async () => {
    const { request } = await aFolder()
    const many =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n'

    const { rows, isCut } = await request(many)

    expect([rows.length, isCut]).toEqual([200, true])
  })

  test.each([
    'DELETE FROM item',
    'UPDATE item SET price = 0',
    'CREATE TABLE x (a)',
    "ATTACH '../secret.db' AS s",
    'PRAGMA writable_schema = 1',
    "SELECT load_extension('x')",
    'VACUUM',
    'no SQL at all',
  ])('is queried read-only: %s', async (statement) => {
    const { request } = await aFolder()

    await expect(request(statement)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect((await request('SELECT count(*) FROM item')).rows).toEqual([[2]])
  })

  test('runs nothing after its first statement', async () => {
    const { request } = await aFolder()

    await request('SELECT 1; DELETE FROM item').catch(() => undefined)

    expect((await request('SELECT count(*) FROM item')).rows).toEqual([[2]])
  })

  test.each([
    ['../secret.db', 'FORBIDDEN'],
    ['link.db', 'FORBIDDEN'],
    ['/etc/passwd', 'FORBIDDEN'],
    ['', 'FORBIDDEN'],
    ['none.db', 'NOT_FOUND'],
    ['x/../../secret.db', 'FORBIDDEN'],
  ])('outside its folder is not accessible: %j', async (address, code) => {
    const { request } = await aFolder()

    await expect(request('SELECT 1', address)).rejects.toMatchObject({ code })
  })

  test('stops when the caller leaves, even in the middle of a query', async () => {
    const { request } = await aFolder()
    const stop = new AbortController()
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
    setTimeout(() => stop.abort(new AppError('STOPPED', 'You stopped it.')), 300)

    await expect(request(endless, 'shop.db', stop.signal)).rejects.toMatchObject({ code: 'STOPPED' })
  })
})

describe('PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof aPostgres>>
  beforeAll(async () => {
    postgres = await aPostgres()
  }, 60_000)
  afterAll(() => postgres.close())

  test('is queried over a connection to the checked address', async () => {
    const { place, query } = postgres

    const found = await query(place, 'SELECT name, price FROM item ORDER BY name;', forever)

    expect(found).toEqual({
      columns: ['name', 'price'],
      rows: [
        ['bread', 2],
        ['tea', 3],
      ],
      isCut: false,
    })
    const many = await query(place, 'SELECT generate_series(1, 5000)', forever)
    expect([many.rows.length, many.isCut]).toEqual([200, true])
  })

  test.each([
    'DELETE FROM item',
    'WITH gone AS (DELETE FROM item RETURNING *) SELECT * FROM gone',
    'SELECT 1; DELETE FROM item',
    'SELECT 1) ; DELETE FROM item; --',
    'COMMIT',
    'SELECT nextval($$numbers$$)',
    'no SQL at all',
  ])('is queried read-only: %s', async (statement) => {
    const { place, query } = postgres

    await expect(query(place, statement, forever)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/^PostgreSQL answered: /),
    })
    expect((await query(place, 'SELECT count(*)::int FROM item', forever)).rows).toEqual([[2]])
  })

  test('at an internal address is rejected, and so is an invalid address', async () => {
    const { place } = postgres
    const query = createQueryDatabase({ folder: '.', allow: [] })

    await expect(query(place, 'SELECT 1', forever)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      query({ kind: 'postgres', address: 'mysql://x/y' }, 'SELECT 1', forever),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})

/** PostgreSQL in this process behind a socket. One connection at a time suffices for one statement. */
async function aPostgres() {
  const database = await openPglite()
  await database.exec(
    "CREATE TABLE item (name TEXT, price INT); INSERT INTO item VALUES ('tea', 3), ('bread', 2); CREATE SEQUENCE numbers",
  )
  const server = createServer((socket) => {
    let work = Promise.resolve()
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      work = work.then(async () => {
        const answer = await database.execProtocolRaw(Buffer.from(data)).catch(() => undefined)
        if (answer && !socket.destroyed) {
          socket.write(answer)
        }
      })
    })
    socket.on('close', () => {
      work.then(() => database.exec('ROLLBACK')).catch(() => undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = async () => {
    server.close()
    await database.close()
  }
  const place = { kind: 'postgres' as const, address: `postgres://postgres:x@127.0.0.1:${port}/postgres` }
  return { close, place, query: createQueryDatabase({ folder: '.', allow: [`127.0.0.1:${port}`] }) }
}
