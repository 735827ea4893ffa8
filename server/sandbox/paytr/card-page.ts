import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Form } from './order-form.ts'
import { renderCardPage, renderUnknownPage, type Typed } from './page.ts'
import type { Payment, Payments } from './payments.ts'
import { failures, findCard, isCardNumber } from './test-cards.ts'

type Options = {
  payments: Payments
  merchantName?: string
  ownOrigin: () => string | undefined
  now: () => Date
}

type PageRequest = FastifyRequest<{ Params: { token: string } }>

/** The page in the frame. Each step is a plain form, so that it works by keyboard and without the script. */
export function mountCardPage(app: FastifyInstance, { payments, merchantName, ownOrigin, now }: Options) {
  const base = app.prefix

  async function show(reply: FastifyReply, payment: Payment | undefined, typed?: Typed) {
    reply.header('cache-control', 'no-store')
    if (!payment) {
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(renderUnknownPage(base, languageOf(reply.request)))
    }
    if (payment.state === 'paid' || payment.state === 'failed') {
      // The shop is notified before the browser is redirected to it.
      await payment.notification
      const { okUrl, failUrl } = payment.order
      return reply.redirect(landing(payment.state === 'paid' ? okUrl : failUrl), 303)
    }
    const view = { base, payment, merchantName: merchantName ?? 'Flowtill' }
    return reply
      .code(typed ? 422 : 200)
      .type('text/html; charset=utf-8')
      .send(renderCardPage(view, typed))
  }

  /** The browser may use another host name for the shop than the shop itself. */
  function landing(address: string) {
    const { origin, pathname, search, hash } = new URL(address)
    const own = ownOrigin()
    return own !== undefined && new URL(own).origin === origin ? `${pathname}${search}${hash}` : address
  }

  /** Redirects to the page's own address, so that a reload submits nothing twice. */
  function showAgain(reply: FastifyReply, payment: Payment) {
    const isOpen = payment.state === 'open' || payment.state === 'asked'
    return isOpen ? reply.redirect(`${base}/odeme/guvenli/${payment.token}`, 303) : show(reply, payment)
  }

  app.get('/odeme/guvenli/:token', async (request: PageRequest, reply) =>
    show(reply, await payments.findByToken(request.params.token)),
  )

  app.post('/odeme/guvenli/:token', async (request: PageRequest, reply) => {
    const payment = await payments.findByToken(request.params.token)
    const form = (request.body ?? {}) as Form
    if (payment?.state !== 'open') {
      return show(reply, payment)
    }
    if (form.do === 'decline') {
      await payments.end(payment, failures.left)
      return show(reply, payment)
    }
    const number = (form.card_number ?? '').replace(/\s/g, '')
    const found = findIssues({ ...form, card_number: number }, now())
    if (found.length > 0) {
      return show(reply, payment, { values: form, issues: found })
    }
    const instalments = Math.min(Number(form.instalments) || 1, payment.order.maxInstalments)
    await payments.tryCard(payment, findCard(number), Math.max(1, Math.trunc(instalments)))
    return showAgain(reply, payment)
  })

  app.post('/odeme/guvenli/:token/3d', async (request: PageRequest, reply) => {
    const payment = await payments.findByToken(request.params.token)
    const form = (request.body ?? {}) as Form
    if (payment?.state !== 'asked') {
      return show(reply, payment)
    }
    if (form.do === 'cancel') {
      await payments.end(payment, failures.left)
    } else {
      await payments.giveCode(payment, (form.code ?? '').replace(/\s/g, ''))
    }
    return showAgain(reply, payment)
  })
}

function languageOf({ headers }: FastifyRequest) {
  return /^tr\b/i.test(headers['accept-language'] ?? '') ? 'tr' : 'en'
}

function findIssues(form: Form, now: Date) {
  const checks: Record<string, boolean> = {
    card_holder: /\S/.test(form.card_holder ?? ''),
    card_number: isCardNumber(form.card_number ?? ''),
    expiry: isAhead(form.expiry ?? '', now),
    cvc: /^\d{3,4}$/.test(form.cvc ?? ''),
  }
  return Object.keys(checks).filter((name) => !checks[name])
}

/** A card is valid until the end of its month. */
function isAhead(expiry: string, now: Date) {
  const [, month = '', year = ''] = /^(\d\d)\/(\d\d)$/.exec(expiry) ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  return isMonth && now.getTime() < Date.UTC(2000 + Number(year), Number(month), 1)
}
