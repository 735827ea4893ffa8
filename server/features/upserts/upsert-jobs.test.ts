import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Priority, Writer } from '#server/db/store.ts'
import { indexes } from '#server/features/indexes/indexes.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import { createServices } from '#server/services.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp, testSecrets } from '#server/testing/test-app.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { UpsertEntry } from '#shared/upserts.ts'

type Send = (embed: () => Promise<Response>, signal: AbortSignal | null | undefined) => Promise<Response>
type Fetch = typeof globalThis.fetch

/** Another process on the same database, whose clock is so far ahead: leases of a dead one end after half a minute. */
async function startProcess({ store, through, url }: Pick<World, 'store' | 'through' | 'url'>, aheadMs = 0) {
  const services = createServices({
    ...{ store, config: readConfig({}), secrets: testSecrets, through: through as never },
    now: () => new Date(Date.now() + aheadMs),
  })
  services.place.url = url
  await services.jobs.tick()
  return services
}

type World = Awaited<ReturnType<typeof openFlow>>

/** A flow whose store takes `count` chunks, and a gate before each call of the embedding model. */
async function openFlow(count = 3, index = 'faiss') {
  let gate: Send = (embed) => embed()
  const sent: string[][] = []
  const through = (fetch: Fetch) =>
    ((input, init) => {
      if (!String(input).endsWith('/embeddings')) {
        return fetch(input, init)
      }
      return gate(async () => {
        const response = await fetch(input, init)
        sent.push(JSON.parse(String(init?.body)).input)
        return response
      }, init?.signal)
    }) as Fetch
  let passed = 0
  const world = await createTestApp({
    ...{ listen: true, through: through as never, now: () => new Date(Date.now() + passed) },
  })
  const ada = await world.signUp('ada')
  const text = Array.from({ length: count }, (_, number) => `Room ${number} opens at ten.`).join('\n\n')
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'flowtillEmbeddings' },
    { name: 'characterTextSplitter', inputs: { separator: '\n\n', chunkSize: 30, chunkOverlap: 0 } },
    { name: 'plainText', inputs: { text, textSplitter: referenceTo('characterTextSplitter_0') } },
    {
      name: index,
      inputs: { document: [referenceTo('plainText_0')], embeddings: referenceTo('flowtillEmbeddings_0') },
    },
    {
      name: 'conversationalRetrievalQAChain',
      inputs: { model: referenceTo('flowtillDemoModel_0'), vectorStoreRetriever: referenceTo(`${index}_0`) },
    },
  ])
  const body = { name: 'Museum', type: 'CHATFLOW', flowData: JSON.stringify(flow) }
  const { id } = (await ada.call('POST', '/chatflows', body)).json<{ id: string }>()
  const start = () =>
    world.app.inject({
      ...{ method: 'POST', url: `/api/v1/vector/upsert/${id}`, payload: {} },
      headers: { ...ada.headers, prefer: 'respond-async' },
    })
  const history = async () =>
    (await ada.call('GET', `/upsert-history/${id}`)).json<UpsertEntry[]>().map((entry) => ({
      ...entry,
      result: JSON.parse(entry.result) as Record<string, unknown>,
    }))
  const openHolds = async () =>
    (await world.store.db.select().from(holds)).filter(({ status }) => status === 'open')
  const setGate = (to: Send) => {
    gate = to
  }
  const pass = (ms: number) => {
    passed += ms
  }
  return { ...world, through, ada, id, start, history, openHolds, setGate, sent, pass }
}

function untilAborted(signal: AbortSignal | null | undefined) {
  return new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

test('an upsert is accepted at once, and its history tells what it did', async () => {
  const { start, history, services, ada, id } = await openFlow()

  const response = await start()
  const { jobId, upsertId } = response.json()
  await services.jobs.wait(jobId, AbortSignal.timeout(20_000))

  expect(response.statusCode).toBe(202)
  expect(await history()).toMatchObject([
    {
      ...{ id: upsertId, chatflowid: id, status: 'COMPLETED' },
      result: { status: 'Successfully Completed', numAdded: 3, numSkipped: 0 },
    },
  ])
  const [entry] = await services.upserts.list(ada.user.id, id, {})
  expect(entry).toMatchObject({ by: 'ada', isDraft: false, costMicro: expect.any(Number) })
  expect(entry?.costMicro).toBeGreaterThan(0)
  expect(entry?.nodes.map(({ name }) => name)).toContain('characterTextSplitter')
})

test('a repeated upsert embeds nothing and costs nothing', async () => {
  const { ada, id, sent, store, services } = await openFlow()

  await ada.call('POST', `/vector/upsert/${id}`)
  const paid = await store.db.select().from(modelCalls)
  await ada.call('POST', `/vector/upsert/${id}`)

  expect(sent.flat()).toHaveLength(3)
  expect(await store.db.select().from(modelCalls)).toEqual(paid)
  // What it cost belongs to the flow; it answered nothing.
  const [card] = await services.flows.summaries(ada.user.id, ['CHATFLOW'])
  expect(card).toMatchObject({ messages: 0 })
  expect(card?.cost).toBeGreaterThan(0)
})

test('a cancelled upsert stops, charges nothing that was not stored, and says so', async () => {
  const { ada, id, start, history, setGate, openHolds, store } = await openFlow()
  const entered = Promise.withResolvers<void>()
  setGate((_, signal) => {
    entered.resolve()
    return untilAborted(signal)
  })
  await start()
  await entered.promise

  expect((await ada.call('POST', `/upsert-history/cancel/${id}`)).json()).toEqual({ cancelled: 1 })

  expect(await history()).toMatchObject([
    { status: 'CANCELLED', result: { status: 'Upsert cancelled by user' } },
  ])
  expect(await openHolds()).toEqual([])
  expect((await store.db.select().from(modelCalls)).every(({ costMicro }) => costMicro === 0)).toBe(true)
})

test('a failed upsert reports the cause, to the caller that waits, in the history and as a notification', async () => {
  const { ada, id, history, setGate, openHolds, services } = await openFlow()
  setGate(async () => new Response('{"error":{"message":"Invalid key."}}', { status: 401 }))

  const response = await ada.call('POST', `/vector/upsert/${id}`)

  expect(response.json()).toMatchObject({
    code: 'UPSTREAM_FAILED',
    message: expect.stringContaining('Invalid key'),
  })
  expect(await history()).toMatchObject([
    { status: 'ERROR', result: { status: expect.stringContaining('Invalid key') } },
  ])
  expect(await openHolds()).toEqual([])
  expect((await services.notifications.list(ada.user.id)).items).toMatchObject([
    {
      ...{ kind: 'upsert_failed', flowName: 'Museum', link: `/canvas/${id}` },
      params: { message: expect.stringContaining('Invalid key') },
    },
  ])
})

test('the end of an upsert that took more than a minute is a notification', async () => {
  const { ada, start, setGate, services, pass } = await openFlow()
  const entered = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  setGate(async (embed) => {
    entered.resolve()
    await opened.promise
    return embed()
  })
  const { jobId } = (await start()).json()
  await entered.promise
  pass(61_000)
  opened.resolve()
  await services.jobs.wait(jobId, AbortSignal.timeout(20_000))

  const { items } = await services.notifications.list(ada.user.id)
  expect(items.map(({ kind }) => kind)).toEqual(['upsert_completed'])
})

test('after a restart the upsert goes on, and no text is paid twice', async () => {
  const { id, start, history, setGate, services, store, through, sent, url, openHolds } = await openFlow(250)
  let calls = 0
  const third = Promise.withResolvers<void>()
  setGate((embed, signal) => {
    calls += 1
    if (calls < 3) {
      return embed()
    }
    third.resolve()
    return untilAborted(signal)
  })
  const { jobId } = (await start()).json()
  await third.promise
  await services.jobs.stopAll()
  setGate((embed) => embed())

  const next = await startProcess({ store, through, url })
  const job = await next.jobs.wait(jobId, AbortSignal.timeout(30_000))
  await next.jobs.stopAll()

  expect(job).toMatchObject({ state: 'completed', attempts: 2 })
  expect(await history()).toMatchObject([
    {
      ...{ chatflowid: id, status: 'COMPLETED' },
      result: { status: 'Successfully Completed after job recovery', numAdded: 250 },
    },
  ])
  expect(new Set(sent.flat()).size).toBe(250)
  expect(sent.flat()).toHaveLength(250)
  const paid = await store.db.select().from(modelCalls)
  expect(paid.filter(({ costMicro }) => costMicro > 0)).toHaveLength(3)
  expect(await openHolds()).toEqual([])
  expect((await store.db.select().from(runs)).map(({ state }) => state)).toEqual(['failed', 'finished'])
})

test('an upsert whose process died once it was published still tells what it did', async () => {
  const { start, history, services, store, through, sent, url } = await openFlow(3, 'flowtillIndex')
  await services.jobs.stopAll()
  const { jobId } = (await start()).json()
  let isDead = false
  const dying = {
    ...store,
    async transaction<Result>(work: (tx: Writer) => Promise<Result>, priority?: Priority) {
      if (isDead) {
        throw new Error('The process is dead.')
      }
      const result = await store.transaction(work, priority)
      isDead = (await store.db.select().from(indexes)).some(({ version }) => version > 0)
      return result
    },
  }
  const first = await startProcess({ store: dying, through, url })
  await expect.poll(() => isDead).toBe(true)
  await first.jobs.stopAll()
  expect((await services.jobs.find(jobId))?.state).toBe('running')

  const next = await startProcess({ store, through, url }, 60_000)
  const job = await next.jobs.wait(jobId, AbortSignal.timeout(30_000))
  await next.jobs.stopAll()

  expect(job).toMatchObject({ state: 'completed', attempts: 2 })
  expect(await history()).toMatchObject([{ status: 'COMPLETED', result: { numAdded: 3, numSkipped: 0 } }])
  expect(sent.flat()).toHaveLength(3)
})

test('entries of others, running ones and unknown flows are protected', async () => {
  const { ada, id, start, setGate, signUp, services } = await openFlow()
  const eve = await signUp('eve')
  const entered = Promise.withResolvers<void>()
  setGate((_, signal) => {
    entered.resolve()
    return untilAborted(signal)
  })
  const { upsertId } = (await start()).json()
  await entered.promise
  const patch = (who: typeof ada, ids: string[]) => who.call('PATCH' as never, '/upsert-history', { ids })

  expect((await patch(ada, [upsertId])).statusCode).toBe(409)
  expect((await patch(eve, [upsertId])).statusCode).toBe(404)
  expect((await eve.call('GET', `/upsert-history/${id}`)).statusCode).toBe(404)
  expect((await eve.call('POST', `/upsert-history/cancel/${id}`)).statusCode).toBe(404)
  expect((await ada.call('GET', '/upsert-history/none')).statusCode).toBe(404)

  await services.upserts.cancel(ada.user.id, upsertId)
  expect((await patch(ada, [upsertId])).json()).toEqual({ affected: 1, raw: [] })
  expect((await ada.call('GET', `/upsert-history/${id}`)).json()).toEqual([])
})
