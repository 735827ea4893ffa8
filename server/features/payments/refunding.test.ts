import { expect, test } from 'vitest'
import { openShop, PLAY_USD } from '#server/testing/open-shop.ts'
import { createPaytr } from '#server/upstream/cards/paytr.ts'

const MINUTE_MS = 60_000

async function openPaidShop() {
  let date = new Date('2026-03-02T09:00:00Z')
  const shop = await openShop({ now: () => date })
  const { orderId, oid } = await shop.buy()
  const refund = (amount: unknown, headers = {}, reason = 'Asked for by the customer') =>
    shop.app.inject({
      method: 'POST',
      url: '/api/v1/payments/refund',
      headers: { ...shop.admin.headers, ...headers },
      payload: { orderId, amount, reason },
    })
  const payment = async () => (await shop.ada.call('GET', `/payments/${orderId}`)).json()
  const pass = (minutes: number) => {
    date = new Date(date.getTime() + minutes * MINUTE_MS)
  }
  const returned = async () => (await shop.control({ show: oid })).payment.returns
  const reconcile = shop.services.payments.reconcile
  return { ...shop, orderId, oid, refund, payment, pass, returned, reconcile }
}

test('a refund debits the wallet and credits the card, in the lira that were paid', async () => {
  const shop = await openPaidShop()
  const { quote } = await shop.payment()

  const answer = await shop.refund('100')

  expect(answer.json()).toMatchObject({
    state: 'paid',
    refundedUsd: 100,
    refundedTry: quote.totalTryAmount,
    refundableUsd: 0,
    refunds: [{ state: 'done', usdAmount: 100, tryAmount: quote.totalTryAmount, failure: null }],
  })
  expect(await shop.toppedUp()).toBe(0)
  const [{ amount, reference }] = await shop.returned()
  expect([amount, reference]).toEqual([
    Math.round(quote.totalTryAmount * 100),
    (await shop.payment()).refunds[0].reference,
  ])
  await shop.expectSound()
})

test('partial refunds add up to the total, to the kuruş', async () => {
  const shop = await openPaidShop()
  const { quote } = await shop.payment()

  for (const piece of ['0.01', '33.33', '33.33', '0.02', '33.31']) {
    expect((await shop.refund(piece)).statusCode).toBe(200)
  }

  const { refundedUsd, refundedTry, refunds } = await shop.payment()
  const kurus = (await shop.returned()).reduce(
    (sum: number, { amount }: { amount: number }) => sum + amount,
    0,
  )
  expect([refundedUsd, refundedTry, refunds.length]).toEqual([100, quote.totalTryAmount, 5])
  expect(kurus).toBe(Math.round(quote.totalTryAmount * 100))
  expect(await shop.toppedUp()).toBe(0)
  await shop.expectSound()
})

test('P14: a refund above the paid amount is rejected without a request to PayTR', async () => {
  const shop = await openPaidShop()
  await shop.refund('60')

  const rejected = await shop.refund('40.01')

  expect([rejected.statusCode, rejected.json().error]).toEqual([
    400,
    'At most $40 of this payment can be refunded.',
  ])
  expect(await shop.returned()).toHaveLength(1)
  expect(await shop.toppedUp()).toBe(40)
})

test('P14: ten concurrent refunds never return more than was paid', async () => {
  const shop = await openPaidShop()

  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.refund('30')))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect(await shop.returned()).toHaveLength(3)
  expect(await shop.toppedUp()).toBe(10)
  await shop.expectSound()
})

test('a refund above the wallet balance is rejected', async () => {
  const shop = await openPaidShop()
  const spend = { userId: shop.ada.user.id, amount: -(PLAY_USD + 50), reason: 'Spent it' }
  expect((await shop.admin.call('POST', '/wallets/credit', spend)).statusCode).toBe(200)

  const rejected = await shop.refund('50.01')

  expect([rejected.statusCode, rejected.json().error]).toEqual([400, 'User does not have enough balance'])
  expect(await shop.returned()).toEqual([])
  expect(await shop.payment()).toMatchObject({ refundedUsd: 0, refunds: [] })
  expect((await shop.admin.call('GET', '/payments/all')).json().items[0]).toMatchObject({ refundableUsd: 50 })
})

test('an unpaid order cannot be refunded', async () => {
  const shop = await openPaidShop()
  const { id } = await shop.anOrder()

  const rejected = await shop.admin.call('POST', '/payments/refund', {
    orderId: id,
    amount: 1,
    reason: 'Just because',
  })

  expect(rejected.statusCode).toBe(409)
})

test('a refund rejected by PayTR returns the money to the wallet', async () => {
  const shop = await openPaidShop()
  const { quote } = await shop.payment()
  await giveBackInPanel(shop, Math.round(quote.totalTryAmount * 100))

  const rejected = await shop.refund('100')

  expect(rejected.statusCode).toBe(502)
  expect(rejected.json().error).toMatch(/^PayTR rejected the refund: 006/)
  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.payment()).toMatchObject({
    refundedUsd: 0,
    refundedTry: 0,
    refunds: [{ state: 'failed', failure: expect.stringContaining('006') }],
  })
  await shop.expectSound()
})

test('P14: a refund with a lost response is not requested again; the PayTR list settles it', async () => {
  const shop = await openPaidShop()
  await shop.control({ faults: [{ api: 'iade', kind: 'lost' }] })

  const answer = (await shop.refund('40')).json()

  expect(answer.refunds).toMatchObject([{ state: 'in_doubt' }])
  expect(await shop.toppedUp()).toBe(60)
  const [{ reference }] = answer.refunds
  expect(await shop.openCases()).toEqual([{ kind: 'refund', subject: reference }])

  shop.pass(3)
  expect(await shop.reconcile()).toMatchObject({ refunds: 1 })
  expect((await shop.payment()).refunds).toMatchObject([{ state: 'done' }])
  expect(await shop.returned()).toHaveLength(1)
  expect(await shop.toppedUp()).toBe(60)
  expect(await shop.openCases()).toEqual([])
  await shop.expectSound()
})

test('a refund whose process died before the request is in doubt, and later counts as not done', async () => {
  const shop = await openPaidShop()
  // State of a process that died after storing the refund and before calling the provider.
  await shop.control({ faults: [{ api: 'iade', kind: 'html' }] })
  await shop.refund('40')
  await shop.store.exec("update payment_refunds set state = 'requested'")

  shop.pass(3)
  await shop.reconcile()
  expect((await shop.payment()).refunds).toMatchObject([{ state: 'in_doubt' }])
  shop.pass(15)
  await shop.reconcile()

  expect((await shop.payment()).refunds).toMatchObject([{ state: 'failed' }])
  expect(await shop.toppedUp()).toBe(100)
  await shop.expectSound()
})

test.each(['error', 'html'] as const)(
  'P14: after %s a refund is in doubt; if PayTR does not list it within a quarter of an hour, it was not done',
  async (kind) => {
    const shop = await openPaidShop()
    await shop.control({ faults: [{ api: 'iade', kind }] })
    await shop.refund('40')
    expect(await shop.toppedUp()).toBe(60)

    shop.pass(3)
    expect(await shop.reconcile()).toMatchObject({ requested: 1, refunds: 0 })
    expect(await shop.toppedUp()).toBe(60)
    shop.pass(15)
    expect(await shop.reconcile()).toMatchObject({ refunds: 1 })

    expect((await shop.payment()).refunds).toMatchObject([
      { state: 'failed', failure: 'PayTR does not list it.', settledDate: expect.any(String) },
    ])
    expect(await shop.toppedUp()).toBe(100)
    expect(await shop.openCases()).toEqual([])
    expect(await shop.returned()).toEqual([])
    await shop.admin.stepUp()
    expect((await shop.refund('100')).statusCode).toBe(200)
    await shop.expectSound()
  },
)

test('the same key is one refund; with another body it is a conflict', async () => {
  const shop = await openPaidShop()
  const key = { 'idempotency-key': 'friday' }

  const answers = await Promise.all([1, 2, 3].map(() => shop.refund('10', key)))
  const other = await shop.refund('11', key)

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(other.statusCode).toBe(409)
  expect(await shop.returned()).toHaveLength(1)
  expect(await shop.toppedUp()).toBe(90)
})

test('a refund needs a reason, a real amount and an ADMIN', async () => {
  const shop = await openPaidShop()

  expect((await shop.refund('10', {}, 'no')).statusCode).toBe(400)
  expect((await shop.refund('-10')).statusCode).toBe(400)
  expect((await shop.refund('0')).statusCode).toBe(400)
  expect((await shop.refund('10', shop.ada.headers)).statusCode).toBe(403)
  expect(await shop.toppedUp()).toBe(100)
})

async function giveBackInPanel(shop: Awaited<ReturnType<typeof openPaidShop>>, kurus: number) {
  const { merchant, oid } = shop
  const baseUrl = () => `${shop.url}/sandbox/paytr`
  const panel = createPaytr({ fetch, baseUrl, frameBase: '', merchant, isTest: false })
  expect(await panel.refund({ oid, kurus, reference: 'PANEL1' })).toEqual({ outcome: 'done' })
}
