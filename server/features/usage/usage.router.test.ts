import { expect, test } from 'vitest'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { openUsage } from './test-usage.ts'
import { usageDays } from './usage.table.ts'

const november = 'from=2026-11-01&to=2026-11-30'

async function spendAWeek() {
  const usage = await openUsage()
  const { answer, at, shop, desk } = usage
  at('2026-11-20T20:59:59Z')
  await answer({ flowId: shop.id })
  at('2026-11-20T21:00:00Z')
  await answer({ flowId: shop.id, chatType: 'EXTERNAL' })
  at('2026-11-20T21:00:01Z')
  await answer({ flowId: desk.id, model: 'gpt-4o-mini', provider: 'openai' })
  at('2026-11-21T10:00:00Z')
  return usage
}

test('a call is counted on its day in platform time, in the transaction that charges it', async () => {
  const { store, ada, shop, desk } = await spendAWeek()

  const days = await store.db.select().from(usageDays)

  const common = { userId: ada.user.id, answers: 1, calls: 1, inputTokens: 100, outputTokens: 50 }
  expect(days).toHaveLength(3)
  expect(days).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...common,
        day: '2026-11-20',
        flowId: shop.id,
        chatType: 'INTERNAL',
        costMicro: 30,
      }),
      expect.objectContaining({
        ...common,
        day: '2026-11-21',
        flowId: shop.id,
        chatType: 'EXTERNAL',
        costMicro: 30,
      }),
      // 100 × $0.15 and 50 × $0.60 a million.
      expect.objectContaining({
        ...common,
        day: '2026-11-21',
        flowId: desk.id,
        model: 'gpt-4o-mini',
        costMicro: 45,
      }),
    ]),
  )
  expect(await checkLedger(store.db)).toEqual([])
})

test('several calls of a run are one answer, and a run without a call is none', async () => {
  const { start, store } = await openUsage()
  const { call, end } = await start()
  const [first, second] = [await call(), await call()]
  await second()
  await first()
  await end()
  await (await start()).end()

  expect(await store.db.select().from(usageDays)).toMatchObject([{ answers: 1, calls: 2, costMicro: 60 }])
  expect(await checkLedger(store.db)).toEqual([])
})

test('a call left by a killed process is counted once, on close', async () => {
  const { start, store, services, at } = await openUsage()
  const { run, call } = await start()
  await call()
  run.close()

  at('2026-11-21T10:30:00Z')
  await services.runs.recover()
  await services.runs.recover()

  // The prompt is charged: 1,000 × $0.10 a million.
  expect(await store.db.select().from(usageDays)).toMatchObject([{ answers: 1, calls: 1, costMicro: 100 }])
  expect(await checkLedger(store.db)).toEqual([])
})

test('calls from before daily totals existed are added to them once', async () => {
  const { answer, store, services, shop } = await openUsage()
  await answer()
  await answer({ chatType: 'EXTERNAL' })
  const before = await store.db.select().from(usageDays)
  await store.transaction(async (tx) => {
    await tx.delete(usageDays)
  })
  expect((await checkLedger(store.db)).map(({ rule }) => rule)).toEqual([
    'the days of a user are the sum of his calls',
  ])

  await services.usage.seedPrices()
  await services.usage.seedPrices()

  expect(await store.db.select().from(usageDays)).toEqual(before)
  expect(before.map(({ flowId }) => flowId)).toEqual([shop.id, shop.id])
  expect(await checkLedger(store.db)).toEqual([])
})

test('the summary of usage', async () => {
  const { ada, desk } = await spendAWeek()

  expect((await ada.call('GET', '/usage/summary')).json()).toEqual({
    balance: 4.999895,
    available: 4.999895,
    updatedDate: expect.any(String),
    today: '2026-11-21',
    spentToday: 0.000075,
    spentThisMonth: 0.000105,
    // Two days old: (30 + 75) / 2, rounded up.
    pace: 0.000053,
    daysLeft: 94337.6,
    perDayCap: null,
    perMonthCap: null,
    lowBalance: 2,
    isLow: false,
    lastFlow: { id: desk.id, name: 'Desk', costPerAnswer: 0.000045, answersLeft: 111_108 },
  })
})

test('the summary without usage shows no pace and flags a low balance', async () => {
  const { ada, services } = await openUsage()
  await services.walletAdmin.set(
    { adminId: 'root', key: undefined, address: '127.0.0.1' },
    { userId: ada.user.id, amountMicro: 1_999_999 },
  )

  expect((await ada.call('GET', '/usage/summary')).json()).toMatchObject({
    balance: 1.999999,
    pace: 0,
    daysLeft: null,
    isLow: true,
    lastFlow: null,
  })
})

test('after a week the pace is the average of seven days, whenever use started', async () => {
  const { answer, at, ada } = await openUsage()
  at('2026-11-01T10:00:00Z')
  await answer()
  at('2026-11-21T10:00:00Z')
  await answer({ usage: { input: 700, output: 0 } })

  expect((await ada.call('GET', '/usage/summary')).json()).toMatchObject({ pace: 0.00001 })
})

test('bars by flow and by model, tables by flow and by model', async () => {
  const { ada, shop, desk } = await spendAWeek()
  const get = async (path: string) => (await ada.call('GET', path)).json()

  expect(await get(`/usage/series?${november}&by=flow`)).toEqual([
    { day: '2026-11-20', key: shop.id, name: 'Shop', cost: 0.00003, answers: 1 },
    { day: '2026-11-21', key: desk.id, name: 'Desk', cost: 0.000045, answers: 1 },
    { day: '2026-11-21', key: shop.id, name: 'Shop', cost: 0.00003, answers: 1 },
  ])
  expect(await get(`/usage/series?${november}&by=model&flowId=${shop.id}`)).toEqual([
    { day: '2026-11-20', key: 'flowtill/flowtill-demo', name: 'flowtill-demo', cost: 0.00003, answers: 1 },
    { day: '2026-11-21', key: 'flowtill/flowtill-demo', name: 'flowtill-demo', cost: 0.00003, answers: 1 },
  ])
  await ada.call('DELETE', `/chatflows/${shop.id}`)
  const counts = { inputTokens: 200, outputTokens: 100, calls: 2 }
  expect(await get(`/usage/by-flow?${november}`)).toEqual([
    { key: shop.id, name: 'Shop', isDeleted: true, answers: 2, ...counts, cost: 0.00006 },
    {
      key: desk.id,
      name: 'Desk',
      isDeleted: false,
      answers: 1,
      calls: 1,
      inputTokens: 100,
      outputTokens: 50,
      cost: 0.000045,
    },
  ])
  expect(await get(`/usage/by-model?${november}`)).toMatchObject([
    { provider: 'flowtill', model: 'flowtill-demo', ...counts, cost: 0.00006, inputUsdPerMillion: '0.1' },
    { key: 'openai/gpt-4o-mini', inputUsdPerMillion: '0.15', outputUsdPerMillion: '0.6' },
  ])
  expect(await get('/usage/by-flow?from=2026-11-22&to=2026-11-30')).toEqual([])
})

test('usage of other users is not visible', async () => {
  const { admin, shop } = await spendAWeek()

  expect((await admin.call('GET', `/usage/by-flow?${november}&flowId=${shop.id}`)).json()).toEqual([])
  expect((await admin.call('GET', `/usage/series?${november}&by=flow`)).json()).toEqual([])
})

test.each(['from=2026-11-30&to=2026-11-01', 'from=2024-01-01&to=2026-11-01', 'from=yesterday&to=today'])(
  '%s is not a range',
  async (range) => {
    const { ada } = await openUsage()

    expect((await ada.call('GET', `/usage/by-flow?${range}`)).statusCode).toBe(400)
  },
)

test('a price set by an ADMIN is a new version, and applies from the next call', async () => {
  const { admin, answer, store, shop } = await openUsage()
  await answer()

  const set = await admin.call('POST', '/usage/prices', {
    provider: 'flowtill',
    model: 'flowtill-demo',
    inputUsdPerMillion: '1',
    outputUsdPerMillion: '4.000001',
  })
  await answer({ flowId: shop.id })

  expect(set.json()).toMatchObject({ source: admin.user.id, outputUsdPerMillion: '4.000001' })
  expect(await store.db.select().from(usageDays)).toMatchObject([{ costMicro: 30 + 301, calls: 2 }])
  const versions = await admin.call('GET', '/usage/price-versions?provider=flowtill&model=flowtill-demo')
  expect(versions.json()).toMatchObject([
    { inputUsdPerMillion: '1', cacheReadUsdPerMillion: '1', source: admin.user.id },
    { inputUsdPerMillion: '0.1', source: 'shipped' },
  ])
  const listed: { model: string }[] = (await admin.call('GET', '/usage/prices')).json()
  expect(listed.filter(({ model }) => model === 'flowtill-demo')).toEqual([set.json()])
})

test('a price a million times too high requires confirmation', async () => {
  const { admin } = await openUsage()
  const price = {
    provider: 'openai',
    model: 'dear',
    inputUsdPerMillion: '1000.000001',
    outputUsdPerMillion: '1',
  }

  const rejected = await admin.call('POST', '/usage/prices', price)
  const confirmed = await admin.call('POST', '/usage/prices', { ...price, confirmed: true })

  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().error).toContain('per million')
  expect(confirmed.statusCode).toBe(200)
})

test.each(['-1', '1e3', '0.0000001', 'NaN', ''])('%j is not a price', async (inputUsdPerMillion) => {
  const { admin } = await openUsage()
  const price = { provider: 'openai', model: 'x', inputUsdPerMillion, outputUsdPerMillion: '1' }

  expect((await admin.call('POST', '/usage/prices', price)).statusCode).toBe(400)
})

test('anyone can read model prices with the markup, and the terms of a top-up', async () => {
  const { app } = await openUsage({ env: { USAGE_MARKUP: '1.5' } })

  const prices = (await app.inject('/api/v1/usage/public-prices')).json()

  expect(prices).toMatchObject({
    minimumTopUp: 50,
    maximumTopUp: 1_000_000,
    vatPercent: 20,
    exchangeFeePercent: 2,
  })
  expect(prices.prices).toContainEqual(
    expect.objectContaining({
      model: 'flowtill-demo',
      inputUsdPerMillion: '0.15',
      outputUsdPerMillion: '0.6',
    }),
  )
})
