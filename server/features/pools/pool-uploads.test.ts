import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type StoreUploadRow, storeUploads } from '#server/features/stores/stores.table.ts'
import { newId } from '#server/ids.ts'
import { makeOffice, makePdf } from '#server/testing/documents/make-documents.ts'
import { POOL_BYTES, POOL_FILE_BYTES, type PoolSource, type PoolUpload } from '#shared/pools.ts'
import { openPools } from './testing/pool-world.ts'

/** Files of the largest size that a pool can hold. */
const FITTING = Math.floor(POOL_BYTES / POOL_FILE_BYTES)

const text = (content: string) => Buffer.from(content)
const museum = text('The museum of glass opens at ten in the morning.')

test('a file arrives in parts, is read and can be found', async () => {
  const { ada, create, call, sendParts, settle, get } = await openPools()
  const id = await create(ada)
  const bytes = makePdf('The museum opens at ten.', 'Tickets cost five liras.')
  const begun = await call<PoolUpload>(ada, 'beginUpload', {
    poolId: id,
    name: 'Guide.pdf',
    bytes: bytes.length,
  })

  const last = await sendParts(ada, id, begun, bytes, 300)
  const source = await call<PoolSource>(ada, 'completeUpload', { poolId: id, uploadId: begun.id })
  await settle(id)

  expect(begun).toMatchObject({ received: 0, partBytes: 4 * 1024 * 1024 })
  expect(last.json()).toMatchObject({ received: bytes.length })
  expect(source).toMatchObject({ kind: 'file', name: 'Guide.pdf', error: null, bytes: bytes.length })
  expect((await get(ada, id)).items[0]).toMatchObject({ state: 'ready', pages: 2, chunks: 2 })
})

test('an interrupted upload goes on where it was, also from another tab', async () => {
  const { ada, create, call, sendParts } = await openPools()
  const poolId = await create(ada)
  const file = { poolId, name: 'hours.txt', bytes: museum.length }
  const begun = await call<PoolUpload>(ada, 'beginUpload', file)
  await sendParts(ada, poolId, begun, museum.subarray(0, 20), 20)

  const again = await call<PoolUpload>(ada, 'beginUpload', file)

  expect(again).toMatchObject({ id: begun.id, received: 20 })
  const wrong = await sendParts(ada, poolId, { ...again, received: 5 }, museum)
  expect(wrong.json()).toMatchObject({ code: 'CONFLICT', details: { received: 20 } })
  expect(await call(ada, 'completeUpload', { poolId, uploadId: begun.id })).toMatchObject({
    ...{ code: 'CONFLICT', details: { received: 20 } },
  })
  expect((await sendParts(ada, poolId, again, museum)).statusCode).toBe(200)
  expect(await call(ada, 'completeUpload', { poolId, uploadId: begun.id })).toMatchObject({
    name: 'hours.txt',
  })
})

test('two completes at once make one source, and a later one has the same result', async () => {
  const { ada, create, call, sendParts, settle, get, services } = await openPools()
  const poolId = await create(ada)
  const begun = await call<PoolUpload>(ada, 'beginUpload', { poolId, name: 'a.txt', bytes: museum.length })
  await sendParts(ada, poolId, begun, museum)
  const complete = () => call<PoolSource>(ada, 'completeUpload', { poolId, uploadId: begun.id })

  const [first, second] = await Promise.all([complete(), complete()])
  await settle(poolId)

  expect(second.id).toBe(first.id)
  expect((await complete()).id).toBe(first.id)
  expect((await get(ada, poolId)).items).toHaveLength(1)
  await expect(services.files.open(poolId, 'a (2).txt')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a part beyond the size, an empty one and one of another user are rejected', async () => {
  const { ada, ben, create, call, sendParts } = await openPools()
  const poolId = await create(ada)
  const begun = await call<PoolUpload>(ada, 'beginUpload', { poolId, name: 'a.txt', bytes: 10 })

  expect((await sendParts(ada, poolId, begun, museum)).json()).toMatchObject({ code: 'TOO_LARGE' })
  expect((await sendParts(ada, poolId, begun, Buffer.alloc(0))).statusCode).toBe(400)
  expect((await sendParts(ben, poolId, begun, museum.subarray(0, 10))).statusCode).toBe(404)
  expect((await sendParts(ada, poolId, begun, Buffer.alloc(5_000_000), 5_000_000)).statusCode).toBe(413)
  for (const name of ['completeUpload', 'cancelUpload']) {
    expect(await call(ben, name, { poolId, uploadId: begun.id })).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await call(ben, 'beginUpload', { poolId, name: 'a.txt', bytes: 10 })).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a part needs a caller and the token of our own pages', async () => {
  const { app, ada, create, call } = await openPools()
  const poolId = await create(ada)
  const begun = await call<PoolUpload>(ada, 'beginUpload', { poolId, name: 'a.txt', bytes: 10 })
  const put = (headers: Record<string, string>) =>
    app.inject({
      ...{ method: 'PUT', url: `/api/v1/document-pools/${poolId}/uploads/${begun.id}?offset=0` },
      headers: { 'content-type': 'application/octet-stream', ...headers },
      payload: Buffer.from('0123456789'),
    })

  expect((await put({})).statusCode).toBe(401)
  expect((await put({ ...ada.headers, 'content-type': 'image/png' })).statusCode).toBe(200)
})

test.each([
  ['../../etc/hours.txt', 'hours.txt'],
  ['..\\..\\windows\\hours.txt', 'hours.txt'],
  ['C:\\Users\\ada\\hours.txt', 'hours.txt'],
])('a path in a name stays outside: %s', async (name, stored) => {
  const { ada, create, upload, services } = await openPools()
  const poolId = await create(ada)

  expect(await upload(ada, poolId, { name, bytes: museum })).toMatchObject({ name: stored })

  expect((await services.files.open(poolId, stored)).name).toBe(stored)
})

test.each([
  ['tool.exe', text('MZ'), /Pools read PDF/],
  ['noextension', museum, /Pools read PDF/],
  ['..', museum, /needs a name/],
  ['fake.pdf', museum, /does not match/],
  ['fake.txt', makePdf('A PDF'), /does not match/],
  ['fake.docx', museum, /does not match/],
])('a file that is not what its name says is rejected: %s', async (name, bytes, message) => {
  const { ada, create, upload, get } = await openPools()
  const poolId = await create(ada)

  const rejected = await upload(ada, poolId, { name, bytes })

  expect(rejected).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(message) })
  expect(await get(ada, poolId)).toMatchObject({ sources: 0, bytes: 0 })
})

test('a file that unpacks to more than its reader allows fails with the reason', async () => {
  const { ada, create, upload, settle, get } = await openPools()
  const poolId = await create(ada)

  await upload(ada, poolId, {
    name: 'bomb.docx',
    bytes: makeOffice({ 'word/document.xml': ' '.repeat(101_000_000) }),
  })
  await settle(poolId)

  expect((await get(ada, poolId)).items[0]).toMatchObject({
    ...{ state: 'failed', chunks: 0 },
    error: expect.stringContaining('unpacked it is larger than 100 MB'),
  })
})

test('files over 50 MB and empty ones are rejected before anything is sent', async () => {
  const { ada, create, call } = await openPools()
  const poolId = await create(ada)
  const begin = (bytes: number) => call(ada, 'beginUpload', { poolId, name: 'a.txt', bytes })

  expect(await begin(POOL_FILE_BYTES + 1)).toMatchObject({ message: expect.stringContaining('50 MB') })
  expect(await begin(0)).toMatchObject({ message: expect.stringContaining('empty') })
})

test('uploads at once cannot exceed the space of a pool, and a cancelled one gives it back', async () => {
  const { ada, create, call, get } = await openPools()
  const poolId = await create(ada)
  const bytes = POOL_FILE_BYTES
  const begin = (number: number) =>
    call<PoolUpload & { code?: string }>(ada, 'beginUpload', { poolId, name: `${number}.txt`, bytes })

  const begun = await Promise.all(Array.from({ length: 14 }, (_, number) => begin(number)))

  const accepted = begun.filter(({ code }) => code === undefined)
  expect(accepted).toHaveLength(10)
  expect(begun.find(({ code }) => code)).toMatchObject({
    ...{ code: 'TOO_LARGE', message: expect.stringContaining('0.0 of 500 MB left') },
  })
  expect((await get(ada, poolId)).bytes).toBe(10 * bytes)
  expect(await call(ada, 'addText', { poolId, name: 'x', text: 'x' })).toMatchObject({ code: 'TOO_LARGE' })
  await call(ada, 'cancelUpload', { poolId, uploadId: accepted[0]?.id })
  expect((await begin(20)).code).toBeUndefined()
})

test('the thousandth source is accepted and the next one is not', async () => {
  const { ada, create, call, store } = await openPools()
  const poolId = await create(ada)
  const begin = (number: number) =>
    call<PoolUpload & { code?: string }>(ada, 'beginUpload', { poolId, name: `${number}.txt`, bytes: 5 })
  const { id: first } = await begin(1)
  const [row] = await store.db.select().from(storeUploads).where(eq(storeUploads.id, first))
  const others = Array.from({ length: 998 }, (_, index): StoreUploadRow => {
    return { ...(row as StoreUploadRow), id: newId(), name: `${index + 2}.txt` }
  })
  await store.transaction(async (tx) => {
    await tx.insert(storeUploads).values(others)
  })

  expect(await begin(1_000)).toMatchObject({ received: 0 })
  expect(await begin(1_001)).toMatchObject({
    ...{ code: 'TOO_LARGE', message: expect.stringContaining('1,000 sources') },
  })
})

test('a replaced file keeps its source and what it had, until the new one is complete', async () => {
  const { ada, create, call, upload, settle, get, services } = await openPools()
  const poolId = await create(ada)
  const first = await upload(ada, poolId, { name: 'hours.txt', bytes: museum })
  await settle(poolId)
  const index = services.indexes.namedIndex(ada.user.id, poolId)

  const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200, 1)])
  const failed = await upload(ada, poolId, { name: 'new.pdf', bytes: broken, replaces: first.id })
  await settle(poolId)

  expect(failed.id).toBe(first.id)
  expect((await get(ada, poolId)).items).toMatchObject([
    { id: first.id, name: 'new.pdf', state: 'failed', chunks: 1, error: expect.stringMatching(/\w/) },
  ])
  expect(await index.size()).toBe(1)

  await upload(ada, poolId, { name: 'newer.txt', bytes: text('It opens at noon.'), replaces: first.id })
  await settle(poolId)
  expect((await get(ada, poolId)).items).toMatchObject([{ name: 'newer.txt', state: 'ready', chunks: 1 }])
  expect(await index.size()).toBe(1)
  await expect(services.files.open(poolId, 'hours.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await call(ada, 'removeSource', { poolId, sourceId: first.id })).toEqual({ id: first.id })
  await expect(services.files.open(poolId, 'newer.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('abandoned uploads are removed after a day with what has arrived', async () => {
  let time = Date.now()
  const { ada, create, call, sendParts, get, services } = await openPools({ now: () => new Date(time) })
  const poolId = await create(ada)
  const begun = await call<PoolUpload>(ada, 'beginUpload', { poolId, name: 'a.txt', bytes: 10 })
  await sendParts(ada, poolId, begun, museum.subarray(0, 4), 4)
  const { uploads } = services.pools

  time += 23 * 60 * 60_000
  expect(await uploads.removeAbandoned()).toBe(0)
  time += 2 * 60 * 60_000
  expect(await uploads.removeAbandoned()).toBe(1)

  expect((await get(ada, poolId)).bytes).toBe(0)
  expect((await sendParts(ada, poolId, { ...begun, received: 4 }, museum.subarray(0, 10))).statusCode).toBe(
    404,
  )
})

test('uploads that begin at the same time do not exceed the size of the pool together', async () => {
  const { ada, create, call, store } = await openPools()
  const poolId = await create(ada)
  const begin = (_: unknown, place: number) =>
    call<PoolUpload & { code?: string }>(ada, 'beginUpload', {
      ...{ poolId, name: `${place}.pdf`, bytes: POOL_FILE_BYTES },
    })

  const begun = await Promise.all(Array.from({ length: FITTING + 6 }, begin))

  expect(begun.filter(({ code }) => code === 'TOO_LARGE')).toHaveLength(6)
  expect(await store.db.select().from(storeUploads)).toHaveLength(FITTING)
})
