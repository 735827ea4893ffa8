import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import {
  type PaymentOrderRow,
  paymentNotifications,
  paymentOrders,
} from '#server/features/payments/payments.table.ts'
import { makeQuote } from '#server/features/payments/quote.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { billingSchema } from '#shared/payments.ts'
import { createTestApp } from './test-app.ts'

type Settings = Parameters<typeof createTestApp>[0]

export const billing = billingSchema.parse({
  customerName: 'Ada Lovelace',
  address: 'Ataturk Cad. 1, Izmir',
  companyName: 'Analytical Engines',
  companyAddress: 'Ataturk Cad. 1, Izmir',
  companyPhone: '+905551112233',
  companyEmail: 'ada@example.com',
})

export const PLAY_USD = 5

/**
 * A server with an ADMIN and ada, PayTR's sandbox service with its control API, and helpers to forge
 * notifications.
 */
export async function openShop(settings: Settings = {}) {
  const test = await createTestApp({ listen: true, ...settings })
  const { app, services, store, signUp, url } = test
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const merchant = services.fakes.cards?.credentials
  if (!merchant) {
    throw new Error('This shop has no sandbox.')
  }
  const { merchantKey, merchantSalt } = merchant

  /** Implemented independently, so that a bug in our own signature does not pass its own test. */
  function signed(fields: { merchant_oid: string; status: string; total_amount: string }) {
    const { merchant_oid, status, total_amount } = fields
    const text = `${merchant_oid}${merchantSalt}${status}${total_amount}`
    return { ...fields, hash: createHmac('sha256', merchantKey).update(text).digest('base64') }
  }

  function paidForm({ oid, totalKurus }: Pick<PaymentOrderRow, 'oid' | 'totalKurus'>) {
    return signed({ merchant_oid: oid, status: 'success', total_amount: String(totalKurus) })
  }

  function failedForm({ oid }: Pick<PaymentOrderRow, 'oid'>) {
    return signed({ merchant_oid: oid, status: 'failed', total_amount: '0' })
  }

  /** Over a real socket, as PayTR posts. */
  async function notify(form: Record<string, string> | string) {
    const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
    const response = await fetch(`${url}/api/v1/payments/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    const type = response.headers.get('content-type')
    return { status: response.status, type, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  async function anOrder(changes: Partial<PaymentOrderRow> = {}) {
    const createdDate = settings.now?.() ?? new Date()
    const terms = { rateE4: 423_815, bulletinNo: '2026/221', rateDate: '2026-11-20' }
    const quote = makeQuote({ usdMicro: 100_000_000, ...terms, feePercent: '2', vatPercent: '20' })
    const id = services.newId()
    const [order] = await store.transaction((tx) =>
      tx
        .insert(paymentOrders)
        .values({
          id,
          oid: `FT${id.replaceAll('-', '')}`,
          userId: ada.user.id,
          state: 'pending',
          usdMicro: quote.usdMicro,
          totalKurus: quote.totalKurus,
          quote,
          billing,
          isTest: false,
          requestHash: 'x',
          token: 'token',
          expiresDate: new Date(createdDate.getTime() + 30 * 60_000),
          createdDate,
          updatedDate: createdDate,
          ...changes,
        })
        .returning(),
    )
    if (!order) {
      throw new Error('The order was not stored.')
    }
    return order
  }

  async function orderOf(oid: string) {
    const [order] = await store.db.select().from(paymentOrders).where(eq(paymentOrders.oid, oid))
    return order
  }

  async function outcomesOf(oid: string) {
    const found = await store.db.select().from(paymentNotifications).where(eq(paymentNotifications.oid, oid))
    return found.map(({ outcome }) => outcome).sort()
  }

  async function toppedUp() {
    return (await services.wallet.get(ada.user.id)).balance - PLAY_USD
  }

  const openCases = async () =>
    (await services.cases.list({ open: true })).map(({ kind, subject }) => ({ kind, subject }))

  async function control(body: object) {
    const response = await app.inject({
      method: 'POST',
      url: '/sandbox/paytr/control',
      headers: { authorization: `Bearer ${merchantKey}` },
      payload: body,
    })
    expect(response.statusCode).toBe(200)
    return response.json()
  }

  function create(changes: object = {}, headers: Record<string, string> = {}) {
    return app.inject({
      method: 'POST',
      url: '/api/v1/payments/create',
      headers: { ...ada.headers, ...headers },
      payload: { amount: 100, ...billing, ...changes },
    })
  }

  async function buy(changes: object = {}) {
    const { orderId } = (await create(changes)).json<{ orderId: string }>()
    const { reference } = await services.payments.get(ada.user.id, orderId)
    await control({ settle: { oid: reference, as: 'success' } })
    return { orderId, oid: reference }
  }

  async function expectSound() {
    expect(await checkLedger(store.db)).toEqual([])
  }

  return {
    ...test,
    merchant,
    admin,
    ada,
    signed,
    paidForm,
    failedForm,
    notify,
    anOrder,
    orderOf,
    outcomesOf,
    toppedUp,
    openCases,
    control,
    create,
    buy,
    expectSound,
  }
}
