import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { mountPaytrServer } from '#server/sandbox/paytr-server.ts'

/** Records of the sandbox service: the oracle outside the database. */
export type PaidOrder = {
  oid: string
  isPaid: boolean
  isAcknowledged: boolean
  returns: { reference: string }[]
}

type Shown = {
  payment: {
    oid: string
    state: string
    returns: { reference: string }[]
    deliveries: { status: number; answer: string; body: Record<string, string> }[]
  }
}

/** PayTR in a process that is not killed: it stores payments and repeats notifications until it receives OK. */
export async function openFake(shopUrl: () => string | undefined) {
  const credentials = {
    merchantId: '123456',
    merchantKey: randomBytes(12).toString('hex'),
    merchantSalt: randomBytes(12).toString('hex'),
  }
  const app = Fastify()
  const notifyUrl = () => {
    const url = shopUrl()
    return url && `${url}/api/v1/payments/callback`
  }
  await app.register(mountPaytrServer, {
    credentials,
    notifyUrl,
    fetch,
    ownOrigin: () => undefined,
    now: () => new Date(),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  async function order(payload: object) {
    const headers = { authorization: `Bearer ${credentials.merchantKey}` }
    const response = await app.inject({ method: 'POST', url: '/control', headers, payload })
    if (response.statusCode !== 200) {
      throw new Error(`The sandbox rejected ${JSON.stringify(payload)}: ${response.body}`)
    }
    return response.json()
  }

  async function show(oid: string): Promise<PaidOrder> {
    const { payment } = (await order({ show: oid })) as Shown
    const isOk = ({ status, answer, body }: Shown['payment']['deliveries'][number]) =>
      status === 200 && answer === 'OK' && body.status === 'success'
    const { state, returns, deliveries } = payment
    return { oid, isPaid: state === 'paid', isAcknowledged: deliveries.some(isOk), returns }
  }

  const env = {
    PAYTR_MERCHANT_ID: credentials.merchantId,
    PAYTR_MERCHANT_KEY: credentials.merchantKey,
    PAYTR_MERCHANT_SALT: credentials.merchantSalt,
    PAYTR_BASE_URL: url,
    OUTGOING_ALLOW: new URL(url).host,
  }
  return { env, order, show, close: () => app.close() }
}

export type Fake = Awaited<ReturnType<typeof openFake>>
