import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { transfers } from '#server/features/wallet/wallet.table.ts'
import { createServices } from '#server/services.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp, testSecrets } from '#server/testing/test-app.ts'
import { noUsage } from '#shared/runs.ts'
import { openUsage } from './test-usage.ts'
import { modelCalls, prices, usageDays } from './usage.table.ts'

// Regression tests for metering bugs reported in other products.

type World = Awaited<ReturnType<typeof openUsage>>

async function sumOf({ store }: World, account: 'wallet' | 'absorbed', userId: string) {
  const [sum] = await store.db
    .select({ micro: sql`coalesce(sum(${transfers.amountMicro}), 0)`.mapWith(Number) })
    .from(transfers)
    .where(eq(transfers.debitAccount, account === 'wallet' ? `wallet:${userId}` : account))
  return sum?.micro
}

test('LibreChat#2359: a negative price is rejected by the database itself', async () => {
  const { store, services } = await openUsage()
  const [row] = await store.db.select().from(prices).limit(1)
  const negative = { ...row, id: services.newId(), inputPico: -1_000_000 } as typeof prices.$inferInsert

  await expect(
    store.transaction(async (tx) => void (await tx.insert(prices).values(negative))),
  ).rejects.toThrow()
})

test('LibreChat#11433: a call closed twice is charged, counted and listed once', async () => {
  const world = await openUsage()
  const { start, store, ada } = world
  const { run, call } = await start()
  const finish = await call()

  await Promise.allSettled([finish(), finish(), finish()])
  run.close()

  expect(await sumOf(world, 'wallet', ada.user.id)).toBe(30)
  expect(await store.db.select().from(modelCalls)).toHaveLength(1)
  expect(await store.db.select().from(usageDays)).toMatchObject([{ answers: 1, calls: 1, costMicro: 30 }])
  expect(await checkLedger(store.db)).toEqual([])
})

test('litellm#36926: holds and charges of another process count towards a limit', async () => {
  const { start, services, store, ada, shop } = await openUsage()
  const now = () => new Date('2026-11-21T10:00:00Z')
  const other = createServices({ store, config: readConfig({}), secrets: testSecrets, now })
  await services.usage.caps.setFlow(ada.user.id, { flowId: shop.id, perDay: 500, perConversation: null })
  const { call } = await start()
  await call()

  const run = other.runs.start({
    flowId: shop.id,
    versionId: shop.versionId,
    userId: ada.user.id,
    chatId: 'elsewhere',
    sessionId: 'elsewhere',
    chatType: 'EXTERNAL',
    memoryType: undefined,
    question: 'Hello?',
    leadEmail: undefined,
    messageId: services.newId(),
  })
  const named = { nodeId: 'model_0', callId: 'model_0:1', provider: 'flowtill', model: 'flowtill-demo' }
  const called = run.log.append({
    type: 'model_called',
    ...named,
    paidBy: 'platform',
    worstCase: { input: 1_000, output: 1_000 },
  })

  await expect(called).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  run.close()
})

test('litellm#6215, Aider#5516: cached tokens cost their own price, and once', async () => {
  const { answer, store } = await openUsage()

  await answer({
    provider: 'openai',
    model: 'gpt-4o-mini',
    usage: { input: 100, cacheRead: 900, output: 10 },
  })

  // 100 × 0.15 + 900 × 0.075 + 10 × 0.6 = 88.5 micro-dollars.
  expect(await store.db.select().from(modelCalls)).toMatchObject([{ costMicro: 89, cacheReadTokens: 900 }])
  expect(await store.db.select().from(usageDays)).toMatchObject([{ inputTokens: 1_000, costMicro: 89 }])
})

test('new-api#6911: costs above the hold are charged up to the hold, and absorbed beyond it', async () => {
  const world = await openUsage()
  const { answer, store, ada } = world

  await answer({ worstCase: { input: 10, output: 10 }, usage: { input: 100, output: 50 } })

  expect(await sumOf(world, 'wallet', ada.user.id)).toBe(5)
  expect(await sumOf(world, 'absorbed', ada.user.id)).toBe(25)
  expect(await store.db.select().from(usageDays)).toMatchObject([{ costMicro: 5 }])
  expect(await checkLedger(store.db)).toEqual([])
})

test('extra#140, new-api#5235: an interrupted call costs what was received, and counts on its day', async () => {
  const { start, store } = await openUsage()
  const { run, call } = await start()
  await call()
  const usage = { ...noUsage, input: 100, output: 20 }
  const cut = { reason: 'cut', text: 'Hel', usage } as const
  await run.log.append({ type: 'model_stopped', nodeId: 'model_0', callId: 'model_0:1', ...cut })
  await run.log.append({ type: 'run_stopped', text: 'Hel', usage })
  run.close()

  expect(await store.db.select().from(modelCalls)).toMatchObject([{ costMicro: 18, estimated: true }])
  expect(await store.db.select().from(usageDays)).toMatchObject([{ answers: 1, costMicro: 18 }])
  expect(await checkLedger(store.db)).toEqual([])
})

test('claude-code#39485: a new credit is available to the next call', async () => {
  const { answer, services, ada } = await openUsage()
  const actor = { adminId: 'root', key: undefined, address: '127.0.0.1' }
  await services.walletAdmin.set(actor, { userId: ada.user.id, amountMicro: 0 })
  await expect(answer()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })

  await services.walletAdmin.credit(actor, { userId: ada.user.id, amountMicro: 500 })

  await answer()
})

test('M2: for any calls, the sums of calls, days and charges are equal', async () => {
  const world = await openUsage()
  const { answer, store, ada, desk } = world
  const models = [
    { provider: 'flowtill', model: 'flowtill-demo' },
    { provider: 'openai', model: 'gpt-4o' },
    { provider: 'openai', model: 'gpt-4o-mini' },
  ]

  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      answer({
        ...models[index % 3],
        ...(index % 2 === 0 && { flowId: desk.id }),
        chatType: index % 4 === 0 ? 'INTERNAL' : 'EXTERNAL',
        paidBy: index % 5 === 0 ? 'owner' : 'platform',
        usage: { input: index * 7, cacheRead: index, output: index * 3 },
      }),
    ),
  )

  const sum = (rows: { costMicro: number }[]) => rows.reduce((total, { costMicro }) => total + costMicro, 0)
  const calls = await store.db.select().from(modelCalls)
  expect(calls).toHaveLength(60)
  expect(sum(calls)).toBe(await sumOf(world, 'wallet', ada.user.id))
  expect(sum(await store.db.select().from(usageDays))).toBe(sum(calls))
  expect(await checkLedger(store.db)).toEqual([])
})

test('M4: the owner of a public flow pays for all its callers, and sees usage by visitors', async () => {
  const { signUp, app } = await createTestApp({ listen: true })
  const [ada, eve] = [await signUp('ada'), await signUp('eve')]
  const flow = { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow(), isPublic: true }
  const { id } = (await ada.call('POST', '/chatflows', flow)).json()
  const predict = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, headers, payload: { question: 'Hello' } })

  const answers = [await predict({}), await predict(eve.headers)]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await eve.call('GET', '/wallets/me')).json()).toMatchObject({ balance: 5 })
  expect((await eve.call('GET', '/wallets/me/movements')).json().items).toHaveLength(1)
  const [usage] = (await ada.call('GET', '/wallets/me/movements')).json().items
  expect(usage).toMatchObject({ kind: 'usage', by: 'visitors', answers: 2, reference: 'Shop' })
})
