import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { flows } from '#server/features/flows/flows.table.ts'
import { stores } from '#server/features/stores/stores.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import type { PoolSource, PoolSummary } from '#shared/pools.ts'
import { openPools } from './testing/pool-world.ts'

const museum = 'The museum of glass opens at ten in the morning. Tickets cost five liras.'

test('a text is read and embedded by itself, and its owner pays', async () => {
  const { ada, create, call, addText, get, store } = await openPools()
  const id = await create(ada)

  const added = await addText(ada, id, museum)

  expect(added).toMatchObject({ kind: 'text', name: 'Opening hours', error: null })
  const pool = await get(ada, id)
  expect(pool).toMatchObject({ name: 'Shop knowledge', sources: 1, ready: 1, reading: 0, failed: 0 })
  expect(pool.items[0]).toMatchObject({ state: 'ready', chunks: 1, error: null, bytes: museum.length })
  expect(pool.embeddingTokens).toBeGreaterThan(0)
  const calls = await store.db.select().from(modelCalls)
  expect(calls.map(({ userId, costMicro }) => [userId, costMicro])).toEqual([[ada.user.id, pool.costMicro]])
  expect(await call<PoolSummary[]>(ada, 'list')).toMatchObject([{ id, sources: 1, ready: 1, usedIn: [] }])
})

test('to another user a pool does not exist; an admin sees and changes it', async () => {
  const { root, ada, ben, create, call, addText, get } = await openPools()
  const id = await create(ada)
  const { id: sourceId } = await addText(ada, id, museum)
  const ref = { poolId: id, sourceId }

  const foreign: [string, object][] = [
    ['get', { id }],
    ['update', { id, name: 'Mine' }],
    ['remove', { id }],
    ['addText', { poolId: id, name: 'x', text: 'x' }],
    ['addUrl', { poolId: id, url: 'https://example.com' }],
    ['replaceText', { ...ref, text: 'x' }],
    ['rename', { ...ref, name: 'x' }],
    ['schedule', { ...ref, schedule: 'never' }],
    ['reread', { poolId: id }],
    ['removeSource', ref],
  ]
  for (const [name, input] of foreign) {
    expect([name, await call(ben, name, input)]).toMatchObject([name, { code: 'NOT_FOUND' }])
  }
  expect(await call(ben, 'list')).toEqual([])

  expect(await call(root, 'update', { id, name: 'Of the shop' })).toMatchObject({ name: 'Of the shop' })
  expect(await get(root, id)).toMatchObject({ userId: ada.user.id, sources: 1 })
})

test('a pool is no document store in lists, but an admin may open it as one', async () => {
  const { root, ada, create, addText } = await openPools()
  const id = await create(root)
  const other = await create(ada)
  await addText(ada, other, museum)

  expect((await root.call('GET', '/document-store/store')).json()).toEqual([])
  expect((await root.call('GET', `/document-store/store/${id}`)).json()).toMatchObject({ status: 'EMPTY' })
  expect((await root.call('GET', `/document-store/store/${other}`)).json()).toMatchObject({
    ...{ status: 'UPSERTED', totalChunks: 1, indexedChunks: 1, pendingChunks: 0 },
    vectorStoreConfig: { name: 'flowtillIndex' },
  })
  expect((await ada.call('GET', `/document-store/store/${other}`)).statusCode).toBe(403)
})

test('a source of another pool is not found, even by its owner', async () => {
  const { ada, create, call, addText } = await openPools()
  const [first, second] = [await create(ada), await create(ada, 'Press')]
  const { id: sourceId } = await addText(ada, first, museum)

  expect(await call(ada, 'rename', { poolId: second, sourceId, name: 'x' })).toMatchObject({
    code: 'NOT_FOUND',
    message: 'This source does not exist.',
  })
})

test('a replaced text is found instead of the old one, and a removed source no more', async () => {
  const { ada, create, call, addText, settle, get, services } = await openPools()
  const id = await create(ada)
  const { id: sourceId } = await addText(ada, id, museum)
  const index = services.indexes.namedIndex(ada.user.id, id)

  await call(ada, 'replaceText', { poolId: id, sourceId, text: museum.replace('ten', 'eleven') })
  await settle(id)

  expect((await get(ada, id)).items[0]).toMatchObject({ state: 'ready', changes: { added: 1, removed: 1 } })
  expect(await index.size()).toBe(1)
  expect(await call(ada, 'removeSource', { poolId: id, sourceId })).toEqual({ id: sourceId })
  expect(await index.size()).toBe(0)
  expect(await get(ada, id)).toMatchObject({ sources: 0, bytes: 0 })
})

test('without money a source fails with the reason, what was indexed stays, and a retry goes on', async () => {
  const { ada, create, call, addText, settle, get, services, store } = await openPools()
  const id = await create(ada)
  const { id: sourceId } = await addText(ada, id, museum)
  const { balanceMicro } = await services.wallet.balanceOf(ada.user.id)
  const actor = { actorKind: 'admin', actorId: ada.user.id, reason: 'Testing' } as const
  const post = (kind: 'credit' | 'debit') =>
    store.transaction((tx) =>
      services.wallet.post(tx, {
        kind,
        userId: ada.user.id,
        reference: kind,
        amountMicro: balanceMicro,
        actor,
      }),
    )
  await post('debit')

  await call(ada, 'replaceText', { poolId: id, sourceId, text: 'The museum is closed on Mondays.' })
  await settle(id)

  expect((await get(ada, id)).items[0]).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/balance/i),
  })
  expect(await services.indexes.namedIndex(ada.user.id, id).size()).toBe(1)
  await post('credit')
  expect(await call(ada, 'reread', { poolId: id, failed: true })).toEqual({ started: 1 })
  await settle(id)
  expect((await get(ada, id)).items[0]).toMatchObject({ state: 'ready', error: null })
})

test('many sources are indexed by few upserts', async () => {
  const { ada, create, call, settle, get, services } = await openPools()
  const id = await create(ada)

  for (let number = 1; number <= 12; number += 1) {
    await call<PoolSource>(ada, 'addText', {
      poolId: id,
      name: `Note ${number}`,
      text: `Note number ${number}.`,
    })
  }
  await settle(id)

  expect(await get(ada, id)).toMatchObject({ sources: 12, ready: 12 })
  const upserts = (await services.jobs.listOf(id)).filter(({ kind }) => kind === 'store-upsert')
  expect(upserts.every(({ state }) => state === 'completed')).toBe(true)
  expect(upserts.length).toBeLessThan(12)
})

test.each([
  [{ url: 'museum' }, /valid URL/],
  [{ url: 'file:///etc/passwd' }, /valid URL/],
  [{ url: 'https://example.com', pages: 0 }, /at least 1 page/],
  [{ url: 'https://example.com', pages: 501 }, /at most 500 pages/],
])('an impossible website is rejected: %j', async (input, message) => {
  const { ada, create, call } = await openPools()
  const poolId = await create(ada)

  expect(await call(ada, 'addUrl', { poolId, ...input })).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(message),
  })
})

test('a website inside the network is not read, and says why', async () => {
  const { ada, create, call, settle, get } = await openPools()
  const poolId = await create(ada)

  const added = await call<PoolSource>(ada, 'addUrl', {
    poolId,
    url: 'http://10.0.0.1/secret',
    schedule: 'daily',
  })
  await settle(poolId)

  expect(added).toMatchObject({ kind: 'url', name: '10.0.0.1/secret', url: 'http://10.0.0.1/secret' })
  expect((await get(ada, poolId)).items[0]).toMatchObject({
    ...{ state: 'failed', schedule: 'daily', nextDate: expect.any(String) },
    error: expect.stringMatching(/\w/),
  })
  expect(await call(ada, 'schedule', { poolId, sourceId: added.id, schedule: 'never' })).toMatchObject({
    ...{ schedule: 'never', nextDate: null },
  })
})

test('only a website has a schedule', async () => {
  const { ada, create, call, addText } = await openPools()
  const poolId = await create(ada)
  const { id: sourceId } = await addText(ada, poolId, museum)

  expect(await call(ada, 'schedule', { poolId, sourceId, schedule: 'daily' })).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'Only a website can be read again on a schedule.',
  })
})

test('an account has at most 1,000 pools', async () => {
  const { ada, ben, create, call, store } = await openPools()
  const id = await create(ada)
  const [pool] = await store.db.select().from(stores)
  const [flow] = await store.db.select().from(flows).where(eq(flows.id, id))
  const copies = <Row>(row: Row) =>
    Array.from({ length: 999 }, (_, place) => ({ ...row, id: `pool-${place}` }))
  await store.transaction(async (tx) => {
    await tx.insert(flows).values(copies(flow) as (typeof flows.$inferInsert)[])
    await tx.insert(stores).values(copies(pool) as (typeof stores.$inferInsert)[])
  })

  expect(await call(ada, 'create', { name: 'One more' })).toMatchObject({
    ...{ code: 'TOO_LARGE', message: expect.stringContaining('You have 1,000 pools') },
  })
  expect(await create(ben)).toBeDefined()
  await call(ada, 'remove', { id })
  expect(await create(ada)).toBeDefined()
})

test('a removed pool leaves neither sources nor an index', async () => {
  const { ada, create, call, addText, services } = await openPools()
  const id = await create(ada)
  await addText(ada, id, museum)

  expect(await call(ada, 'remove', { id })).toEqual({ id })

  expect(await call(ada, 'get', { id })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await services.indexes.namedIndex(ada.user.id, id).size()).toBe(0)
})
