import { describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { createTestApp, createTestServices, testSecrets } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { exchangeRates } from './rates.table.ts'
import { friday, openBank, openPlatform } from './testing/open-platform.ts'

describe('a fresh server', () => {
  test('the first request has a rate, from the sandbox service', async () => {
    const { services } = await createTestApp({ listen: true, now: () => new Date(friday) })

    const rate = await services.rates.current()

    expect(rate).toMatchObject({
      bulletinNo: expect.stringMatching(/^2026\/\d+$/),
      rateDate: '2026-11-20',
      isOld: false,
    })
    expect(rate.rateE4).toBe(rate.forexSellingE4)
    expect(rate.forexSellingE4).toBeGreaterThan(rate.forexBuyingE4)
  })

  test('without any source reports an error, and retries on the next request', async () => {
    const { rates, faults: issues } = await openPlatform({ now: friday, today: 'error', dated: 'error' })

    await expect(rates.current()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'No exchange rate is available yet. Try again in a minute.',
    })
    issues.today = undefined
    expect(await rates.current()).toMatchObject({ rateDate: '2026-11-20' })
  })
})

test('F5 on a weekend the rate of Friday applies, and its age is reported', async () => {
  const { rates, clock, faults: issues } = await openPlatform({ now: '2026-11-22T20:00:00Z' })

  expect(await rates.current()).toMatchObject({ rateDate: '2026-11-20', isOld: false })
  issues.today = 'error'
  issues.dated = 'error'
  for (const [now, isOld, isTooOld] of [
    ['2026-11-24T20:59:00Z', false, false],
    ['2026-11-24T21:00:00Z', true, false],
    ['2026-11-30T20:59:00Z', true, false],
    ['2026-11-30T21:00:00Z', true, true],
  ] as const) {
    clock.now = now
    expect(await rates.current()).toMatchObject({ rateDate: '2026-11-20', isOld, isTooOld })
  }
})

test('F6 without today.xml the newest dated file is used, days back', async () => {
  const { rates } = await openPlatform({ now: '2026-11-22T20:00:00Z', today: 'html' })

  expect(await rates.refresh()).toBe('stored')
  expect(await rates.current()).toMatchObject({ rateDate: '2026-11-20' })
  expect(await rates.refresh()).toBe('unchanged')
})

test('F6 the search back ends after ten days', async () => {
  const bank = await listen((_, response) => void response.writeHead(404).end())
  const { rates } = await openPlatform({ now: friday, bankUrl: bank.origin })

  await expect(rates.refresh()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  expect(bank.hits()).toBe(12)
})

test('without any file EVDS is queried, if there is a key; its day is not stored twice', async () => {
  const {
    rates,
    faults: issues,
    store,
  } = await openPlatform({
    now: friday,
    today: 'error',
    dated: 'error',
    key: 'secret',
  })

  expect(await rates.refresh()).toBe('stored')
  expect(await rates.current()).toMatchObject({ bulletinNo: 'EVDS-2026-11-20', rateDate: '2026-11-20' })
  expect(await rates.refresh()).toBe('unchanged')

  // The bulletin of the same day takes precedence, and EVDS adds nothing after it.
  issues.today = undefined
  expect(await rates.refresh()).toBe('stored')
  expect((await rates.current()).bulletinNo).toMatch(/^2026\//)
  issues.today = 'error'
  expect(await rates.refresh()).toBe('unchanged')
  expect(await store.db.select().from(exchangeRates)).toHaveLength(2)
})

test('F7 a redirect is not followed', async () => {
  const elsewhere = await listen((_, response) => void response.end('<Tarih_Date/>'))
  const bank = await listen(
    (_, response) => void response.writeHead(302, { location: elsewhere.origin }).end(),
  )
  const { rates } = await openPlatform({ now: friday, bankUrl: bank.origin })

  await expect(rates.refresh()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  expect(elsewhere.hits()).toBe(0)
})

test('F9 two processes that fetch concurrently store one row, and callers of one process share one fetch', async () => {
  const bank = await openBank({ now: () => new Date(friday) })
  const env = { TCMB_BASE_URL: bank.url, OUTGOING_ALLOW: bank.pair }
  const { services, store } = await createTestServices({ now: () => new Date(friday), env })
  const other = createServices({
    store,
    config: readConfig(env),
    secrets: testSecrets,
    now: () => new Date(friday),
  })

  const answers = await Promise.all([
    services.rates.refresh(),
    other.rates.refresh(),
    services.rates.refresh(),
    services.rates.current(),
    other.rates.current(),
  ])

  expect(answers.slice(0, 2).toSorted()).toEqual(['stored', 'unchanged'])
  expect(await store.db.select().from(exchangeRates)).toHaveLength(1)
  expect(bank.requested()).toBe(2)
})

test('a bulletin cannot be changed or deleted, even with direct database access', async () => {
  const { rates, store } = await openPlatform({ now: friday })
  await rates.refresh()

  await expect(store.exec('update exchange_rates set forex_selling_e4 = 1')).rejects.toThrow()
  await expect(store.exec('delete from exchange_rates')).rejects.toThrow()
})

describe('F12 the clock uses the time zone of Istanbul', () => {
  test('15:29 and 15:31', async () => {
    const { rates, clock } = await openPlatform({ now: '2026-11-20T12:29:00Z' })
    expect(await rates.current()).toMatchObject({ rateDate: '2026-11-19' })

    clock.now = '2026-11-20T12:31:00Z'
    expect(await rates.refresh()).toBe('stored')
    expect(await rates.current()).toMatchObject({ rateDate: '2026-11-20' })
  })

  test('New Year: a bulletin dated 1 January is in the future at 20:59 UTC, and current at 21:00', async () => {
    const { rates, clock, faults: issues } = await openPlatform({ now: '2026-12-28T20:59:00Z' })
    await rates.current()
    // Three days ahead of Monday the 28th is the 31st: allowed from its first minute in Istanbul.
    issues.today = 'future'
    clock.now = '2026-12-30T20:59:00Z'
    clock.bank = '2026-12-28T20:59:00Z'
    expect(await rates.refresh()).toBe('held')

    clock.now = '2026-12-30T21:00:00Z'
    expect(await rates.refresh()).toBe('stored')
    expect(await rates.current()).toMatchObject({ rateDate: '2026-12-31', isOld: false })

    clock.now = '2026-12-31T21:30:00Z'
    clock.bank = clock.now
    issues.today = undefined
    expect(await rates.refresh()).toBe('unchanged')
    expect(await rates.current()).toMatchObject({
      bulletinNo: expect.stringMatching(/^2026\//),
      isOld: false,
    })
  })
})

test('startRefreshing fetches at once and again later, reports errors, and stops', async () => {
  const { rates, faults: issues, store } = await openPlatform({ now: friday, today: 'error', dated: 'error' })
  const report = vi.fn()

  const stop = rates.startRefreshing(report)
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce(), 20_000)
  stop()
  issues.today = undefined
  const stopAgain = rates.startRefreshing(report)
  await vi.waitFor(async () => expect(await store.db.select().from(exchangeRates)).toHaveLength(1), 20_000)
  stopAgain()

  expect(report).toHaveBeenCalledOnce()
})
