import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAccount } from './paytr/account.ts'
import { createAnnouncer } from './paytr/announce.ts'
import { bodyLimit, createAnswers } from './paytr/answers.ts'
import { mountCardPage } from './paytr/card-page.ts'
import { mountControl } from './paytr/control.ts'
import { type Form, Rejection, readOrder } from './paytr/order-form.ts'
import { createPayments, type Payment } from './paytr/payments.ts'
import type { Merchant } from './paytr/signature.ts'
import { mountStaticFiles } from './paytr/static-files.ts'
import { createSwitches } from './paytr/switches.ts'
import { defaultTestCard, failures } from './paytr/test-cards.ts'
import { createTimers } from './paytr/timers.ts'

export type PaytrOptions = {
  credentials: Merchant
  merchantName?: string
  /** The notification URL; undefined before the shop listens. */
  notifyUrl: () => string | undefined
  fetch: typeof globalThis.fetch
  /** The shop's own origin. Redirects to it use the host name that the browser used. */
  ownOrigin: () => string | undefined
  now: () => Date
}

/**
 * PayTR's protocol on this server: addresses, forms, signatures, responses, repeated notifications and a card
 * page. A plain Fastify plugin, independent of the shop. POST /control with the merchant key orders failures.
 */
export async function mountPaytrServer(app: FastifyInstance, options: PaytrOptions) {
  const { credentials: merchant, notifyUrl, fetch, now } = options
  const timers = createTimers()
  const switches = createSwitches()
  const { announce } = createAnnouncer({ merchant, notifyUrl, fetch, now, timers })
  const payments = createPayments({ now, timers, announce, notify: () => switches.current().notify })
  const account = createAccount({ merchant, payments, now })
  const answer = createAnswers(app, switches, timers)

  app.addHook('preClose', async () => timers.stop())
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    async (_: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
  )
  app.setErrorHandler(({ statusCode = 500, message }: { statusCode?: number; message: string }, _, reply) =>
    reply.code(statusCode).send({ status: 'error', err_msg: message }),
  )

  async function openPayment(form: Form) {
    try {
      const order = readOrder(form, merchant)
      const payment = payments.open(order) ?? rejectReuse()
      await (switches.current().notify.early && settle(payment, 'success'))
      return { status: 'success', token: payment.token }
    } catch (error) {
      if (error instanceof Rejection) {
        return { status: 'failed', reason: error.message }
      }
      throw error
    }
  }

  function settle(payment: Payment, as: 'success' | 'failed') {
    payment.card ??= defaultTestCard
    return payments.end(payment, as === 'failed' ? failures.refused : undefined)
  }

  answer('get-token', '/odeme/api/get-token', openPayment)
  answer('durum-sorgu', '/odeme/durum-sorgu', account.reportStatus)
  answer('iade', '/odeme/iade', account.refund)
  answer('islem-dokumu', '/rapor/islem-dokumu', account.report)
  mountControl(app, { merchant, switches, payments, settle })
  mountStaticFiles(app)
  mountCardPage(app, { ...options, payments })
}

function rejectReuse(): never {
  throw new Rejection('Bu merchant_oid daha once kullanilmis')
}
