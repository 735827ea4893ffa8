import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paymentOrders } from '#server/features/payments/payments.table.ts'
import { openShop } from '#server/testing/open-shop.ts'
import { createPaytr } from '#server/upstream/cards/paytr.ts'
import { DAY_MS } from '#shared/dates.ts'
import { createReporting } from './report.ts'

const DAY = '2026-03-02'

/** Reads the sandbox service's report with the PayTR adapter itself, as in production. */
async function openBooks() {
  let date = new Date(`${DAY}T09:00:00Z`)
  const now = () => date
  const shop = await openShop({ now })
  const { merchant } = shop
  const baseUrl = () => `${shop.url}/sandbox/paytr`
  const cards = createPaytr({ fetch, baseUrl, frameBase: '', merchant, isTest: false })
  const { store } = shop
  const { cases } = shop.services
  const { compareYesterday } = createReporting({ store, cases, now, cards })
  const passDay = () => {
    date = new Date(date.getTime() + DAY_MS)
  }
  const change = (oid: string, changes: Partial<typeof paymentOrders.$inferInsert>) =>
    store.transaction(async (tx) => {
      await tx.update(paymentOrders).set(changes).where(eq(paymentOrders.oid, oid))
    })
  return { ...shop, cards, compareYesterday, passDay, change }
}

test('P17: a day with matching records opens no case', async () => {
  const shop = await openBooks()
  const { orderId } = await shop.buy()
  await shop.buy({ amount: 250 })
  const refund = { orderId, amount: 40, reason: 'Asked for by the customer' }
  expect((await shop.admin.call('POST', '/payments/refund', refund)).statusCode).toBe(200)
  await shop.anOrder()
  shop.passDay()

  expect(await shop.compareYesterday()).toEqual({ missing: [], extra: [], amounts: [] })
  expect(await shop.compareYesterday()).toBeUndefined()
  expect(await shop.openCases()).toEqual([])
})

test('P17: a day without records opens no case', async () => {
  const shop = await openBooks()
  shop.passDay()

  expect(await shop.compareYesterday()).toEqual({ missing: [], extra: [], amounts: [] })
})

test('P17: payments missing on either side and differing amounts open one case for the day', async () => {
  const shop = await openBooks()
  await shop.control({ notify: { lost: true } })
  const unnotified = await shop.buy()
  await shop.control({ reset: true })
  const dearer = await shop.buy()
  const strange = await shop.anOrder()
  const { paidKurus } = (await shop.orderOf(dearer.oid)) ?? {}
  await shop.change(dearer.oid, { paidKurus: (paidKurus ?? 0) + 1 })
  const paidDate = new Date(`${DAY}T10:00:00Z`)
  await shop.change(strange.oid, { state: 'paid', paidKurus: strange.totalKurus, paidDate })
  await shop.cards.refund({ oid: dearer.oid, kurus: 77, reference: 'PANEL1' })
  shop.passDay()

  const { totalKurus } = (await shop.orderOf(unnotified.oid)) ?? {}
  const differences = await shop.compareYesterday()

  expect(differences).toEqual({
    missing: [{ kind: 'sale', oid: strange.oid, kurus: strange.totalKurus }],
    extra: [
      { kind: 'sale', oid: unnotified.oid, kurus: totalKurus },
      { kind: 'refund', oid: dearer.oid, kurus: 77 },
    ],
    amounts: [{ kind: 'sale', oid: dearer.oid, kurus: (paidKurus ?? 0) + 1, theirKurus: paidKurus }],
  })
  const [{ id } = { id: '' }] = await shop.services.cases.list({ open: true })
  expect(await shop.openCases()).toEqual([{ kind: 'report', subject: DAY }])

  const closed = { id, note: 'Looked at in the panel' }
  expect((await shop.admin.call('POST', '/payments/cases/close', closed)).json()).toMatchObject({
    closedBy: shop.admin.user.id,
    note: 'Looked at in the panel',
    details: differences,
  })
  const { store, services } = shop
  const { cases } = services
  const restarted = createReporting({
    store,
    cases,
    now: () => new Date('2026-03-03T09:00:00Z'),
    cards: shop.cards,
  })
  expect(await restarted.compareYesterday()).toBeUndefined()
})

test('P17: a refund that PayTR does not list with the same amount opens a case', async () => {
  const shop = await openBooks()
  const { orderId, oid } = await shop.buy()
  await shop.admin.call('POST', '/payments/refund', { orderId, amount: 40, reason: 'First half' })
  await shop.store.exec('update payment_refunds set kurus = kurus + 1')
  shop.passDay()

  const { missing, extra } = (await shop.compareYesterday()) ?? {}

  expect([missing, extra]).toMatchObject([[{ kind: 'refund', oid }], [{ kind: 'refund', oid }]])
})

test('a case is closed once, with a note on its cause', async () => {
  const shop = await openBooks()
  await shop.notify(shop.paidForm({ oid: 'STRANGER1', totalKurus: 100 }))
  const [{ id } = { id: '' }] = (await shop.admin.call('GET', '/payments/cases?open=true')).json()
  const close = (body: object) => shop.admin.call('POST', '/payments/cases/close', { id, ...body })

  expect((await close({ note: 'no' })).statusCode).toBe(400)
  expect((await close({ note: 'Not ours', accept: true })).statusCode).toBe(400)
  const answers = await Promise.all([close({ note: 'Not ours' }), close({ note: 'Not ours' })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await shop.admin.call('GET', '/payments/cases?open=true')).json()).toEqual([])
  expect((await shop.admin.call('GET', '/payments/cases')).json()).toHaveLength(1)
})
