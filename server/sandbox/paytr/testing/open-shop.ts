import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import Fastify from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { mountPaytrServer } from '../../paytr-server.ts'

/** Credentials and sample values with independently computed signatures. */
export const credentials = {
  merchantId: '123456',
  merchantKey: 'TESTKEY0123456789',
  merchantSalt: 'TESTSALT98765432',
}
export const orderForm = {
  merchant_id: '123456',
  user_ip: '203.0.113.7',
  merchant_oid: 'WT01HZX3ABCDEF0001',
  email: 'buyer@example.com',
  payment_amount: '50391',
  user_basket: 'W1siV2FsbGV0IHRvcC11cCAxMCBVU0QiLCI1MDMuOTEiLDFdXQ==',
  no_installment: '1',
  max_installment: '0',
  currency: 'TL',
  test_mode: '1',
  paytr_token: 'mpURAWdpPQmzTCmSYlnjWkxTy0FxWOU24p/J+2I3p+w=',
  user_name: 'Deniz Aydin',
  user_address: 'Moda Cad. 14',
  user_phone: '+905321234567',
  merchant_ok_url: 'http://shop.example:3000/payment/ok?order=7',
  merchant_fail_url: 'http://shop.example:3000/payment/fail?order=7',
  lang: 'en',
}
export const oid = orderForm.merchant_oid
export const worksCard = {
  card_holder: 'PAYTR TEST',
  card_number: '4355 0843 5508 4358',
  expiry: '12/30',
  cvc: '000',
}

const signedFields = Object.keys(orderForm).slice(0, 10) as (keyof typeof orderForm)[]
/** An independent implementation of the signature. */
export const sign = (text: string) =>
  createHmac('sha256', credentials.merchantKey).update(text).digest('base64')
export const salted = (...parts: string[]) => sign([...parts, credentials.merchantSalt].join(''))
export const resigned = (change: Partial<typeof orderForm>) => {
  const form = { ...orderForm, ...change }
  return { ...form, paytr_token: salted(...signedFields.map((name) => form[name] ?? '')) }
}

type Answer = { statusCode: number; body: string; headers: Record<string, string | undefined> }
type Shop = { answer?: () => string; now?: () => Date; notifyUrl?: () => string | undefined }

// A response that is still being written when its server closes would keep its connection, and the server, for 72 s.
const options = { forceCloseConnections: true }

/** The PayTR sandbox on one port, and on another a shop that records its notifications. */
export async function openShop({ answer = () => 'OK', now = () => new Date(), notifyUrl }: Shop = {}) {
  const received: Record<string, string>[] = []
  const shopServer = Fastify(options)
  shopServer.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => body,
  )
  shopServer.post('/callback', async ({ body }, reply) => {
    received.push(Object.fromEntries(new URLSearchParams(body as string)))
    return reply.type('text/plain').send(answer())
  })
  const shopUrl = await shopServer.listen({ host: '127.0.0.1', port: 0 })

  const app = Fastify(options)
  await app.register(mountPaytrServer, {
    prefix: '/paytr',
    credentials,
    notifyUrl: notifyUrl ?? (() => `${shopUrl}/callback`),
    fetch,
    ownOrigin: () => 'http://shop.example:3000',
    now,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await shopServer.close()
  })

  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const write = (form: object) => new URLSearchParams(form as Record<string, string>).toString()
  async function post(path: string, form: object) {
    const response = await app.inject({ method: 'POST', url: `/paytr${path}`, headers, payload: write(form) })
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  async function page(token: string, form?: object): Promise<Answer> {
    const call: InjectOptions = form ? { method: 'POST', headers, payload: write(form) } : { method: 'GET' }
    const {
      statusCode,
      body,
      headers: sent,
    } = await app.inject({ ...call, url: `/paytr/odeme/guvenli/${token}` })
    return { statusCode, body, headers: sent as Answer['headers'] }
  }
  async function control(payload: object) {
    const authorization = `Bearer ${credentials.merchantKey}`
    return (
      await app.inject({ method: 'POST', url: '/paytr/control', headers: { authorization }, payload })
    ).json()
  }
  const getToken = (change: object = {}) => post('/odeme/api/get-token', { ...orderForm, ...change })
  /** Resolves once this many notifications were sent and their responses read. */
  async function delivered(count: number) {
    const deliveries = async () => (await control({ show: orderForm.merchant_oid })).payment.deliveries
    // Not with expect.poll, which advances a stopped clock.
    while ((await deliveries()).length < count) {
      await nextTurn()
    }
  }
  return { app, url, received, delivered, post, page, getToken, shop: { control } }
}
