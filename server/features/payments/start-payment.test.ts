import { expect, test } from 'vitest'
import { billing, openShop } from '#server/testing/open-shop.ts'
import { createTestApp } from '#server/testing/test-app.ts'

test('a payment is quoted, stored completely, opened at PayTR, paid there and credited', async () => {
  const shop = await openShop()

  const started = (await shop.create({ language: 'en', dark: true })).json()

  expect(started).toMatchObject({
    orderId: expect.any(String),
    iframe_token: expect.stringMatching(/^\w+$/),
    iframe_url: `/sandbox/paytr/odeme/guvenli/${started.iframe_token}`,
    exchangePreview: { usdAmount: 100, minimumAmount: 50, maximumAmount: 1_000_000 },
  })
  const payment = (await shop.ada.call('GET', `/payments/${started.orderId}`)).json()
  expect(payment).toMatchObject({
    state: 'pending',
    reference: expect.stringMatching(/^FT[0-9A-F]{24}$/),
    quote: { usdAmount: 100, totalTryAmount: started.exchangePreview.totalTryAmount },
    billing: { customerName: 'Ada Lovelace', companyVatNo: '' },
    refunds: [],
  })
  expect((await shop.app.inject(started.iframe_url)).statusCode).toBe(200)

  await shop.control({ settle: { oid: payment.reference, as: 'success' } })

  expect((await shop.ada.call('GET', `/payments/${started.orderId}`)).json()).toMatchObject({ state: 'paid' })
  expect(await shop.toppedUp()).toBe(100)
  await shop.expectSound()
})

test('a notification before the get-token response credits, and the late token reopens nothing', async () => {
  const shop = await openShop()
  await shop.control({ notify: { early: true } })

  const started = await shop.create()

  expect(started.statusCode).toBe(200)
  const { orderId } = started.json()
  expect((await shop.ada.call('GET', `/payments/${orderId}`)).json()).toMatchObject({ state: 'paid' })
  expect(await shop.toppedUp()).toBe(100)
})

test('the rate and the preview use the current rate; the preview is included twice', async () => {
  const shop = await openShop()

  const rate = (await shop.ada.call('GET', '/payments/exchange-rate')).json()
  const preview = (await shop.ada.call('GET', '/payments/exchange-preview/1')).json()

  expect(rate).toMatchObject({ exchangeFeePercent: 2, vatPercent: 20, minimumAmount: 50, isTooOld: false })
  const { data, ...itself } = preview
  expect(data).toEqual(itself)
  expect(itself).toMatchObject({ usdAmount: 1, exchangeRate: rate.exchangeRate, rateDate: rate.rateDate })
  expect(rate.exchangeRate).toBe(rate.forexSelling)
})

test.each([
  ['49.99', 'Minimum top-up amount is $50 USD'],
  ['1000000.01', 'Maximum top-up amount is $1,000,000 USD'],
  ['0', 'Please enter a valid USD amount'],
  ['50.001', 'Please enter a valid USD amount'],
  ['-50', 'Please enter a valid USD amount'],
  ['1e3', 'Please enter a valid USD amount'],
])('%s dollars: %s', async (amount, sentence) => {
  const shop = await openShop()

  const rejected = await shop.create({ amount })

  expect(rejected.statusCode).toBe(400)
  expect(rejected.json()).toMatchObject({ error: sentence })
  expect((await shop.ada.call('GET', '/payments')).json()).toMatchObject({ items: [] })
})

test('the limits are the configured ones', async () => {
  const shop = await openShop({ env: { TOPUP_MIN_USD: '1500', TOPUP_MAX_USD: '2000' } })

  expect((await shop.create({ amount: '1499.99' })).json()).toMatchObject({
    error: 'Minimum top-up amount is $1,500 USD',
  })
  expect((await shop.create({ amount: 1500 })).statusCode).toBe(200)
})

test('the invoice requires all fields but the VAT number', async () => {
  const shop = await openShop()

  expect((await shop.create({ address: 'Izm' })).json()).toMatchObject({
    details: { address: ['Please enter your address.'] },
  })
  expect((await shop.create({ companyName: ' ' })).json()).toMatchObject({
    details: { companyName: ['All profile fields except VAT No are required.'] },
  })
  expect((await shop.create({ companyVatNo: '' })).statusCode).toBe(200)
})

test.each(['error', 'html', 'lost'] as const)(
  'P11: get-token with %s leaves the order created; a retry is another order',
  async (kind) => {
    const shop = await openShop()
    await shop.control({ faults: [{ api: 'get-token', kind }] })
    const key = { 'idempotency-key': 'once' }

    const failed = await shop.create({}, key)

    expect(failed.statusCode).toBeGreaterThanOrEqual(502)
    const [left] = (await shop.ada.call('GET', '/payments')).json().items
    expect(left).toMatchObject({ state: 'created', failure: failed.json().error })

    const again = (await shop.create({}, key)).json()
    const opened = (await shop.ada.call('GET', `/payments/${again.orderId}`)).json()
    expect(opened).toMatchObject({ state: 'pending' })
    expect(opened.reference).not.toBe(left.reference)
    expect(await shop.toppedUp()).toBe(0)
  },
)

test('a field that PayTR would reject is reported by name', async () => {
  const shop = await openShop()
  const email = `${'x'.repeat(60)}@${'y'.repeat(60)}.com`
  const payload = { username: 'long', email, password: 'a long password' }
  const { token } = (await shop.app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })).json()

  const rejected = await shop.create({}, { authorization: `Bearer ${token}` })

  expect([rejected.statusCode, rejected.json().error]).toEqual([400, 'PayTR does not take this email.'])
})

test('the same key returns the same order and token while it is open; with another body it is a conflict', async () => {
  const shop = await openShop()
  const key = { 'idempotency-key': 'monday' }

  const first = (await shop.create({}, key)).json()
  const again = (await shop.create({}, key)).json()
  const other = await shop.create({ amount: 101 }, key)

  expect(again).toEqual(first)
  expect(other.statusCode).toBe(409)
  expect((await shop.ada.call('GET', '/payments')).json().items).toHaveLength(1)

  const { reference } = (await shop.ada.call('GET', `/payments/${first.orderId}`)).json()
  await shop.control({ settle: { oid: reference, as: 'success' } })
  expect((await shop.create({}, key)).statusCode).toBe(409)
})

test('the same key ten times concurrently is one order', async () => {
  const shop = await openShop()
  const key = { 'idempotency-key': 'hasty' }

  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.create({}, key)))

  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]?.statusCode).toBe(200)
  expect((await shop.ada.call('GET', '/payments')).json().items).toHaveLength(1)
})

test('idempotency keys are scoped to the user', async () => {
  const shop = await openShop()
  const key = { 'idempotency-key': 'shared' }

  const [hers, his] = [await shop.create({}, key), await shop.create({}, { ...shop.admin.headers, ...key })]

  expect(hers.json().orderId).not.toBe(his.json().orderId)
})

test('payments are paginated, newest first, each with its owner for an ADMIN', async () => {
  const shop = await openShop()
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  for (let minute = 0; minute < 5; minute += 1) {
    await shop.anOrder({ createdDate: at(Math.floor(minute / 2)) })
  }

  const walk = async (path: string, person: typeof shop.ada) => {
    const seen: { id: string; createdDate: string }[] = []
    let cursor = ''
    do {
      const page = (await person.call('GET', `${path}?limit=2${cursor && `&cursor=${cursor}`}`)).json()
      seen.push(...page.items)
      cursor = page.nextCursor
    } while (cursor)
    return seen
  }
  const mine = await walk('/payments', shop.ada)
  const everybodys = await walk('/payments/all', shop.admin)

  expect(mine).toHaveLength(5)
  expect(new Set(mine.map(({ id }) => id)).size).toBe(5)
  expect(mine.map(({ createdDate }) => createdDate)).toEqual(
    mine
      .map(({ createdDate }) => createdDate)
      .sort()
      .reverse(),
  )
  expect(everybodys.map(({ id }) => id)).toEqual(mine.map(({ id }) => id))
  expect(everybodys[0]).toMatchObject({ username: 'ada', userId: shop.ada.user.id, refundableUsd: 0 })
  expect(await walk('/payments', shop.admin)).toEqual([])
  expect((await shop.ada.call('GET', '/payments?cursor=nonsense')).statusCode).toBe(400)
})

test('without sandbox and shop, payments are unavailable and everything else works', async () => {
  const { signUp, services } = await createTestApp({ env: { SANDBOX: 'off' } })
  const { call } = await signUp('root')

  const rejected = await call('POST', '/payments/create', { amount: 100, ...billing })
  expect([rejected.statusCode, rejected.json().error]).toEqual([
    503,
    'Card payments are not set up on this server.',
  ])
  expect(await services.payments.reconcile()).toMatchObject({ requested: 0 })
  expect((await call('GET', '/payments')).json()).toEqual({ items: [], nextCursor: null })
})

test('a rate older than ten days blocks top-ups', async () => {
  let date = new Date()
  const shop = await openShop({ now: () => date })
  await shop.services.rates.current()
  date = new Date(date.getTime() + 12 * 24 * 60 * 60_000)

  const rejected = await shop.create()

  expect(rejected.statusCode).toBe(503)
  expect(rejected.json().error).toMatch(/too old/)
})
