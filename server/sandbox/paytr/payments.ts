import { randomBytes, randomInt } from 'node:crypto'
import type { Delivery } from './announce.ts'
import type { Order } from './order-form.ts'
import type { Switches } from './switches.ts'
import { type Failure, failures, type TestCard } from './test-cards.ts'
import type { Timers } from './timers.ts'

type Return = { amount: number; reference: string; date: Date }

/** An order at PayTR. Amounts in kuruş. */
export type Payment = {
  order: Order
  token: string
  state: 'open' | 'asked' | 'paid' | 'failed'
  expiresDate: Date
  /** The used card, and the confirmation code that the bank sent for it. */
  card?: TestCard
  code?: string
  wrongCodes: number
  instalments: number
  /** The amount paid, including the surcharge for instalments. */
  total: number
  failure?: Failure
  endedDate?: Date
  /** Resolves after the first notification of the shop. */
  notification?: Promise<void>
  returns: Return[]
  deliveries: Delivery[]
}

type Deps = {
  now: () => Date
  timers: Timers
  announce: (payment: Payment, how: Switches['notify']) => Promise<void>
  notify: () => Switches['notify']
}

const MAX_PAYMENTS = 2_000
const MAX_WRONG_CODES = 3
const MINUTE_MS = 60_000

/** The shop's payments in memory. The oldest are dropped first. */
export function createPayments({ now, timers, announce, notify }: Deps) {
  const byOid = new Map<string, Payment>()
  const byToken = new Map<string, Payment>()

  function open(order: Order): Payment | undefined {
    if (byOid.has(order.oid)) {
      return undefined
    }
    const timeoutMs = order.timeoutMinutes * MINUTE_MS
    const payment: Payment = {
      order,
      token: randomBytes(32).toString('hex'),
      state: 'open',
      expiresDate: new Date(now().getTime() + timeoutMs),
      wrongCodes: 0,
      instalments: 1,
      total: order.amount,
      returns: [],
      deliveries: [],
    }
    byOid.set(order.oid, payment)
    byToken.set(payment.token, payment)
    forgetOldest()
    void timers.pause(timeoutMs).then((isTime) => (isTime ? expire(payment) : undefined))
    return payment
  }

  function forgetOldest() {
    for (const payment of byOid.values()) {
      if (byOid.size <= MAX_PAYMENTS) {
        return
      }
      byOid.delete(payment.order.oid)
      byToken.delete(payment.token)
    }
  }

  /** Only the first caller ends a payment and notifies the shop. */
  function end(payment: Payment, failure?: Failure): Promise<void> {
    if (payment.state === 'open' || payment.state === 'asked') {
      payment.state = failure ? 'failed' : 'paid'
      payment.endedDate = now()
      if (failure) {
        payment.failure = failure
      }
      payment.notification = report(payment)
    }
    return payment.notification ?? Promise.resolve()
  }

  function report(payment: Payment) {
    return announce(payment, { ...notify(), ...payment.card?.switches })
  }

  function expire(payment: Payment) {
    return end(payment, failures.left)
  }

  return {
    open,
    end,
    tell: report,
    find: (oid: string) => byOid.get(oid),
    all: () => [...byOid.values()],

    /** The payment of a card page. An expired payment has failed. */
    async findByToken(token: string) {
      const payment = byToken.get(token)
      if (payment && now() >= payment.expiresDate) {
        await expire(payment)
      }
      return payment
    },

    /** The bank either rejects the card at once or sends a confirmation code. */
    async tryCard(payment: Payment, card: TestCard, instalments: number) {
      if (payment.state !== 'open') {
        return
      }
      payment.card = card
      payment.instalments = instalments
      payment.total = withInstalments(payment.order.amount, instalments)
      if (card.does === 'refused' || card.does === 'insufficient') {
        await end(payment, card.failure)
        return
      }
      payment.state = 'asked'
      payment.code = String(randomInt(100_000, 1_000_000))
    },

    async giveCode(payment: Payment, code: string) {
      if (payment.state !== 'asked') {
        return
      }
      if (code === payment.code && payment.card?.does !== 'wrongCode') {
        await end(payment)
        return
      }
      payment.wrongCodes += 1
      if (payment.wrongCodes >= MAX_WRONG_CODES || payment.card?.does === 'wrongCode') {
        await end(payment, failures.wrongCode)
      }
    },
  }
}
export type Payments = ReturnType<typeof createPayments>

/** Each instalment beyond the first adds one percent, rounded up to the kuruş. */
export function withInstalments(amount: number, instalments: number): number {
  return amount + Math.ceil((amount * (instalments - 1)) / 100)
}
