import { once } from 'node:events'
import { expect, test } from 'vitest'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import { newId } from '#server/ids.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { noUsage, type RunEvent, type WatchedEvent } from '#shared/runs.ts'
import type { Opening } from './runs.service.ts'
import { runs } from './runs.table.ts'

const called = {
  type: 'model_called',
  nodeId: 'model_0',
  callId: 'model_0:1',
  provider: 'flowtill',
  model: 'flowtill-demo',
  paidBy: 'platform',
  worstCase: { input: 1_000, output: 1_000 },
} as const
const usage = { ...noUsage, input: 100, output: 50 }
const finished = {
  type: 'model_finished',
  nodeId: 'model_0',
  callId: 'model_0:1',
  reply: { text: 'Hi', usage, estimated: false },
} as const

async function openRuns() {
  let now = new Date('2026-11-21T10:00:00Z')
  const world = await createTestApp({ now: () => now })
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const flow = await world.services.flows.create(ada.user.id, {
    name: 'x',
    type: 'CHATFLOW',
    flowData: '{"nodes":[],"edges":[]}',
  })
  const start = (changes: Partial<Opening> = {}) =>
    world.services.runs.start({ ...openingOf(flow, ada.user.id), ...changes })
  const { db } = world.store
  const wallet = async () => world.services.wallet.get(ada.user.id)
  const watch = async (id: string, after = 0, userId = ada.user.id) => {
    const events: RunEvent[] = []
    for await (const { event } of await world.services.runs.watch(userId, id, after, undefined)) {
      events.push(event)
    }
    return events
  }
  const later = (date: string) => {
    now = new Date(date)
  }
  return { ...world, ada, eve, start, db, wallet, watch, later }
}

test('a call holds its worst case, then costs its actual usage, and the log records both', async () => {
  const { start, wallet, watch, db } = await openRuns()
  const run = start()

  run.log.note({ type: 'run_started', question: 'Hello?' })
  await run.log.append(called)
  // $0.10 and $0.40 a million: 1,000 × 0.1 + 1,000 × 0.4 micro-dollars.
  expect((await wallet()).available).toBe(5 - 0.0005)
  run.log.note(finished)
  await run.log.append({ type: 'run_finished', text: 'Hi', usage })
  run.close()

  expect(await wallet()).toMatchObject({ balance: 5 - 0.00003, available: 5 - 0.00003 })
  expect(await db.select().from(modelCalls)).toMatchObject([
    { costMicro: 30, inputTokens: 100, outputTokens: 50, estimated: false },
  ])
  expect(await watch(run.id)).toMatchObject([
    { type: 'run_started' },
    { type: 'model_called' },
    { type: 'model_finished', costMicro: 30 },
    { type: 'run_finished', text: 'Hi', costMicro: 30 },
  ])
  expect(await checkLedger(db)).toEqual([])
})

test('the events of a rejected call are never sent, and the run can still end', async () => {
  const { start, watch, db, services, ada } = await openRuns()
  const actor = { adminId: ada.user.id, key: undefined, address: '127.0.0.1' }
  await services.walletAdmin.credit(actor, { userId: ada.user.id, amountMicro: -4_999_999 })
  const run = start()
  run.log.note({ type: 'run_started', question: 'Hello?' })

  await expect(run.log.append(called)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  await run.log.append({ type: 'run_failed', message: 'no', code: 'INSUFFICIENT_FUNDS', usage: noUsage })
  run.close()

  expect((await watch(run.id)).map(({ type }) => type)).toEqual(['run_started', 'run_failed'])
  expect(await db.select().from(holds)).toEqual([])
})

test('the owner’s own key is counted and not charged; with a fee it costs the fee, once', async () => {
  const { start, wallet, db } = await openRuns()
  const run = start()
  await run.log.append({ ...called, provider: 'openai', model: 'anything', paidBy: 'owner' })
  run.log.note(finished)
  await run.log.append({ type: 'run_finished', text: 'Hi', usage })
  run.close()
  expect((await wallet()).balance).toBe(5)
  expect(await db.select().from(modelCalls)).toMatchObject([
    { costMicro: 0, inputTokens: 100, priceId: null },
  ])
})

test('a fee for runs with the key of the owner is charged once per run, regardless of calls paid by the platform', async () => {
  const world = await createTestApp({ env: { PLATFORM_FEE_PER_RUN: '0.01' } })
  const ada = await world.signUp('ada')
  const flow = await world.services.flows.create(ada.user.id, {
    name: 'x',
    type: 'CHATFLOW',
    flowData: '{"nodes":[],"edges":[]}',
  })
  const run = world.services.runs.start(openingOf(flow, ada.user.id))

  const calls = { 's:1': 'platform', 'a:1': 'owner', 'a:2': 'owner' } as const
  for (const [callId, paidBy] of Object.entries(calls)) {
    await run.log.append({ ...called, callId, paidBy })
    run.log.note({ ...finished, callId })
  }
  await run.log.append({ type: 'run_finished', text: '', usage })
  run.close()

  const rows = await world.store.db.select().from(modelCalls)
  const costs = Object.fromEntries(rows.map((row) => [row.callId, row.costMicro]))
  expect(costs).toMatchObject({ 'a:1': 10_000, 'a:2': 0 })
  expect(costs['s:1']).toBeGreaterThan(0)
  const { balance } = await world.services.wallet.get(ada.user.id)
  expect(Math.round(balance * 1_000_000)).toBe(4_990_000 - (costs['s:1'] ?? 0))
})

test('a late watcher gets all events, a returning one the rest, another user none', async () => {
  const { start, services, ada, eve, watch } = await openRuns()
  const run = start()
  run.log.note({ type: 'run_started', question: 'Hello?' })
  run.log.note({ type: 'token', nodeId: 'a', text: 'He' })
  const seen: WatchedEvent[] = []
  run.watch(0, (watched) => seen.push(watched))()
  const firstPiece = seen.at(-1)

  const late = watch(run.id)
  const returning = watch(run.id, firstPiece?.sequence)
  run.log.note({ type: 'token', nodeId: 'a', text: 'llo' })
  await run.log.append({ type: 'run_finished', text: 'Hello', usage: noUsage })
  run.close()

  expect((await late).map(({ type }) => type)).toEqual(['run_started', 'token', 'token', 'run_finished'])
  expect((await returning).map(({ type }) => type)).toEqual(['token', 'run_finished'])
  await expect(watch(run.id, 0, eve.user.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(services.runs.stop(eve.user.id, run.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await services.runs.stop(ada.user.id, run.id)
})

test('a run that takes too long is stopped by its timeout', async () => {
  const world = await createTestApp({ env: { RUN_TIMEOUT_SECONDS: '1' } })
  const ada = await world.signUp('ada')
  const flow = await world.services.flows.create(ada.user.id, {
    name: 'x',
    type: 'CHATFLOW',
    flowData: '{"nodes":[],"edges":[]}',
  })
  const { signal, close } = world.services.runs.start(openingOf(flow, ada.user.id))

  await once(signal, 'abort')

  expect(signal.reason).toMatchObject({ code: 'TIMED_OUT' })
  close()
})

test('a run left by a dead process is closed, and its call charged for the prompt', async () => {
  const { start, services, wallet, watch, db, later } = await openRuns()
  const run = start()
  await services.runs.beat()
  run.log.note({ type: 'run_started', question: 'Hello?' })
  await run.log.append(called)
  // Simulates a killed process.
  run.close()

  later('2026-11-21T10:20:00Z')
  expect(await services.runs.recover()).toBe(1)
  expect(await services.runs.recover()).toBe(0)

  expect(await db.select().from(runs)).toMatchObject([{ state: 'failed', costMicro: 100 }])
  expect((await watch(run.id)).map(({ type }) => type)).toEqual([
    'run_started',
    'model_called',
    'model_stopped',
    'run_failed',
  ])
  expect(await wallet()).toMatchObject({ balance: 5 - 0.0001, available: 5 - 0.0001 })
  expect(await checkLedger(db)).toEqual([])
})

test('a running run is not recovered', async () => {
  const { start, services, later } = await openRuns()
  const run = start()
  await run.log.append(called)

  later('2026-11-22T10:00:00Z')

  expect(await services.runs.recover({ atStart: true })).toBe(0)
  run.close()
})

function openingOf({ id: flowId, versionId }: { id: string; versionId: string }, userId: string): Opening {
  return {
    flowId,
    versionId,
    userId,
    chatId: 'c1',
    sessionId: 'c1',
    chatType: 'EXTERNAL',
    memoryType: undefined,
    question: 'Hello?',
    leadEmail: undefined,
    messageId: newId(),
  }
}
