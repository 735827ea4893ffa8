import type { FastifyInstance } from 'fastify'
import { bodyLimit } from './answers.ts'
import type { Payment, Payments } from './payments.ts'
import { isSame, type Merchant } from './signature.ts'
import { type Control, controlSchema, type SwitchBoard } from './switches.ts'

type Deps = { merchant: Merchant; switches: SwitchBoard; payments: Payments; settle: Settle }
type Settle = (payment: Payment, as: 'success' | 'failed') => Promise<void>

/** Control route for tests and builders: with the merchant key it orders failures and shows what was sent. */
export function mountControl(app: FastifyInstance, { merchant, switches, payments, settle }: Deps) {
  app.post('/control', { bodyLimit }, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${merchant.merchantKey}`)) {
      return reply.code(401).send({ status: 'error', err_msg: 'The merchant key opens this door.' })
    }
    const parsed = controlSchema.safeParse(request.body)
    if (!parsed.success) {
      return reply.code(400).send({ status: 'error', err_msg: parsed.error.message })
    }
    const { data } = parsed
    const oid = data.settle?.oid ?? data.resend ?? data.show
    const payment = payments.find(oid ?? '')
    if (oid !== undefined && !payment) {
      return reply.code(404).send({ status: 'error', err_msg: `There is no order ${oid}.` })
    }
    switches.order(data)
    await (payment && act(payment, data))
    return { status: 'success', ...switches.current(), ...(payment && { payment: show(payment) }) }
  })

  async function act(payment: Payment, { settle: ended, resend }: Control) {
    if (ended) {
      await settle(payment, ended.as)
    }
    if (resend) {
      await payments.tell(payment)
    }
  }
}

function show({ order, token, state, total, code, returns, deliveries }: Payment) {
  return { oid: order.oid, token, state, total, code, returns, deliveries }
}
