import { expect, test } from 'vitest'
import { billing, openShop } from '#server/testing/open-shop.ts'
import { createPaytr } from '#server/upstream/cards/paytr.ts'

const MINUTE_MS = 60_000

async function openTimedShop() {
  let date = new Date('2026-03-02T09:00:00Z')
  const shop = await openShop({ now: () => date })
  const pass = (minutes: number) => {
    date = new Date(date.getTime() + minutes * MINUTE_MS)
  }
  async function payUnnotified() {
    await shop.control({ notify: { lost: true } })
    const bought = await shop.buy()
    await shop.control({ reset: true })
    return bought
  }
  return { ...shop, pass, payUnnotified, reconcile: shop.services.payments.reconcile }
}

test('P12: a payment with a lost notification is credited once by a status query; the late notification adds nothing', async () => {
  const shop = await openTimedShop()
  const { oid } = await shop.payUnnotified()

  expect(await shop.reconcile()).toMatchObject({ requested: 0 })
  shop.pass(3)
  expect(await shop.reconcile()).toMatchObject({ requested: 1, credited: 1, issues: [] })
  expect(await shop.toppedUp()).toBe(100)

  await shop.control({ resend: oid })
  shop.pass(60)
  expect(await shop.reconcile()).toMatchObject({ requested: 0 })
  expect(await shop.outcomesOf(oid)).toEqual(['repeated'])
  expect(await shop.toppedUp()).toBe(100)
  await shop.expectSound()
})

test('a concurrent notification and status query credit once', async () => {
  const shop = await openTimedShop()
  const { oid } = await shop.payUnnotified()
  shop.pass(3)

  await Promise.all([shop.reconcile(), shop.control({ resend: oid }), shop.control({ resend: oid })])

  expect(await shop.toppedUp()).toBe(100)
  await shop.expectSound()
})

test('"not paid" is final only ten minutes after the page has closed', async () => {
  const shop = await openTimedShop()
  const { orderId } = (await shop.create()).json()
  const state = async () => (await shop.ada.call('GET', `/payments/${orderId}`)).json().state

  shop.pass(39)
  expect(await shop.reconcile()).toMatchObject({ requested: 1, expired: 0 })
  expect(await state()).toBe('pending')
  shop.pass(60)
  expect(await shop.reconcile()).toMatchObject({ requested: 1, expired: 1 })
  expect(await state()).toBe('expired')
  shop.pass(60)
  expect(await shop.reconcile()).toMatchObject({ requested: 0 })
})

test('an order without a page expires as well', async () => {
  const shop = await openTimedShop()
  await shop.control({ faults: [{ api: 'get-token', kind: 'error' }] })
  await shop.create()

  shop.pass(41)
  expect(await shop.reconcile()).toMatchObject({ expired: 1 })
})

test('status queries become less frequent', async () => {
  const shop = await openTimedShop()
  await shop.create()
  const requestedAt: number[] = []

  for (let minute = 1; minute <= 39; minute += 1) {
    shop.pass(1)
    const { requested } = await shop.reconcile()
    requestedAt.push(...(requested > 0 ? [minute] : []))
  }

  const pauses = requestedAt.slice(1).map((minute, at) => minute - (requestedAt[at] ?? 0))
  expect(requestedAt[0]).toBe(3)
  expect(requestedAt.length).toBeLessThan(10)
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
})

test('a PayTR failure does not stop other queries, and its order is queried again later', async () => {
  const shop = await openTimedShop()
  await shop.payUnnotified()
  await shop.payUnnotified()
  await shop.control({ faults: [{ api: 'durum-sorgu', kind: 'html' }] })

  shop.pass(3)
  const round = await shop.reconcile()
  expect(round).toMatchObject({ requested: 2, credited: 1 })
  expect(round.issues).toHaveLength(1)
  expect(await shop.reconcile()).toMatchObject({ requested: 0 })
  shop.pass(3)
  expect(await shop.reconcile()).toMatchObject({ requested: 1, credited: 1 })
  expect(await shop.toppedUp()).toBe(200)
})

test('a round checks at most ten orders, the longest waiting first', async () => {
  const shop = await openTimedShop()
  for (let order = 0; order < 12; order += 1) {
    await shop.anOrder()
  }
  shop.pass(3)

  expect(await shop.reconcile()).toMatchObject({ requested: 10 })
  expect(await shop.reconcile()).toMatchObject({ requested: 2 })
  expect(await shop.reconcile()).toMatchObject({ requested: 0 })
})

test('two concurrent rounds are one', async () => {
  const shop = await openTimedShop()
  await shop.payUnnotified()
  shop.pass(3)

  const [one, other] = await Promise.all([shop.reconcile(), shop.reconcile()])

  expect(one).toBe(other)
  expect(await shop.toppedUp()).toBe(100)
})

test('an amount other than ordered, found by a status query, opens a case and credits nothing', async () => {
  const shop = await openTimedShop()
  const { merchant, url } = shop
  const { oid, totalKurus } = await shop.anOrder()
  const baseUrl = () => `${url}/sandbox/paytr`
  const cheaper = createPaytr({ fetch, baseUrl, frameBase: '', merchant, isTest: false })
  await cheaper.openPage({
    oid,
    userAddress: '203.0.113.7',
    email: 'ada@example.com',
    name: billing.customerName,
    address: billing.address,
    phone: billing.companyPhone,
    kurus: totalKurus - 1,
    item: 'Wallet top-up',
    okUrl: url,
    failUrl: url,
    minutes: 30,
    language: 'en',
    dark: false,
    isTest: false,
  })
  await shop.control({ notify: { lost: true }, settle: { oid, as: 'success' } })
  shop.pass(3)

  expect(await shop.reconcile()).toMatchObject({ requested: 1, credited: 0, issues: [] })

  expect(await shop.toppedUp()).toBe(0)
  expect(await shop.openCases()).toEqual([{ kind: 'amount', subject: oid }])
  shop.pass(60)
  expect(await shop.reconcile()).toMatchObject({ requested: 0 })
})

test('a payment of a removed owner, found by a status query, opens a case and credits nothing to the closed account', async () => {
  const shop = await openTimedShop()
  const { oid, orderId } = await shop.payUnnotified()
  shop.pass(60)
  expect((await shop.admin.call('DELETE', `/auth/users/${shop.ada.user.id}`)).statusCode).toBe(200)

  expect(await shop.reconcile()).toMatchObject({ requested: 1, credited: 0, expired: 0, issues: [] })

  expect(await shop.openCases()).toEqual([{ kind: 'paid_after_removal', subject: oid }])
  expect(await shop.orderOf(oid)).toMatchObject({ state: 'failed', paidKurus: null })
  expect((await shop.services.wallet.get(shop.ada.user.id)).balance).toBe(0)
  shop.pass(60)
  expect(await shop.reconcile()).toMatchObject({ requested: 0 })
  await shop.admin.call('POST', '/payments/recheck', { orderId })
  expect((await shop.services.wallet.get(shop.ada.user.id)).balance).toBe(0)
  expect(await shop.openCases()).toHaveLength(1)
  await shop.expectSound()
})

test('an ADMIN can recheck an order immediately, even after its end', async () => {
  const shop = await openTimedShop()
  const { oid, orderId } = await shop.payUnnotified()
  await shop.notify(shop.failedForm({ oid }))

  const answer = await shop.admin.call('POST', '/payments/recheck', { orderId })

  expect(answer.json()).toMatchObject({ state: 'paid', reference: oid })
  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.openCases()).toEqual([{ kind: 'paid_after_end', subject: oid }])
})
