import type { Payment } from './payments.ts'
import { type Merchant, sign } from './signature.ts'
import type { Switches } from './switches.ts'
import type { Timers } from './timers.ts'

export type Delivery = { sentDate: Date; body: Record<string, string>; status: number; answer: string }

type Deps = {
  merchant: Merchant
  /** The notification URL; undefined before the shop listens. */
  notifyUrl: () => string | undefined
  fetch: typeof globalThis.fetch
  now: () => Date
  timers: Timers
}

const ANSWER_MS = 20_000
const MAX_PAUSE_MS = 300_000
const MAX_DELIVERIES = 200

/** Notifies the shop of a payment's result and repeats until the response is exactly OK. */
export function createAnnouncer({ merchant, notifyUrl, fetch, now, timers }: Deps) {
  /**
   * Resolves after the first attempt of each notification. Repetitions and delayed notifications continue in the
   * background.
   */
  async function announce(payment: Payment, { lost, delayMs, ...how }: Switches['notify']) {
    if (lost) {
      return
    }
    if (delayMs === 0) {
      return sendAll(payment, how)
    }
    void timers.pause(delayMs).then((isTime) => (isTime ? sendAll(payment, how) : undefined))
  }

  async function sendAll(payment: Payment, how: Omit<Switches['notify'], 'lost' | 'delayMs'>) {
    if (how.failedFirst && payment.state === 'paid') {
      await deliver(payment, writeBody(payment, 'failed', how), how)
    }
    const status = payment.state === 'paid' ? 'success' : 'failed'
    const bodies = Array.from({ length: how.copies }, () => writeBody(payment, status, how))
    if (how.concurrent) {
      await Promise.all(bodies.map((body) => deliver(payment, body, how)))
      return
    }
    for (const body of bodies) {
      await deliver(payment, body, how)
    }
  }

  type Repeats = Pick<Switches['notify'], 'attempts' | 'repeatMs'>

  async function deliver(payment: Payment, body: Record<string, string>, repeats: Repeats) {
    if (!(await attempt(payment, body))) {
      void repeat(payment, body, repeats)
    }
  }

  async function repeat(payment: Payment, body: Record<string, string>, { attempts, repeatMs }: Repeats) {
    let pauseMs = repeatMs
    for (let tried = 1; tried < attempts; tried += 1) {
      if (!(await timers.pause(pauseMs)) || (await attempt(payment, body))) {
        return
      }
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    }
  }

  async function attempt(payment: Payment, body: Record<string, string>): Promise<boolean> {
    const { status, answer } = await post(body)
    payment.deliveries.push({ sentDate: now(), body, status, answer: answer.slice(0, 200) })
    payment.deliveries.splice(0, payment.deliveries.length - MAX_DELIVERIES)
    return status === 200 && answer === 'OK'
  }

  async function post(body: Record<string, string>): Promise<{ status: number; answer: string }> {
    const url = notifyUrl()
    if (url === undefined) {
      return { status: 0, answer: 'The shop has no notification address.' }
    }
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(body).toString(),
        signal: AbortSignal.any([timers.signal, AbortSignal.timeout(ANSWER_MS)]),
      })
      return { status: response.status, answer: await response.text() }
    } catch (error) {
      return { status: 0, answer: error instanceof Error ? error.message : String(error) }
    }
  }

  function writeBody(
    { order, total, failure }: Payment,
    status: 'success' | 'failed',
    { badHash, amountBy }: Pick<Switches['notify'], 'badHash' | 'amountBy'>,
  ): Record<string, string> {
    const amount = String(status === 'success' ? total + amountBy : 0)
    const hash = sign(merchant, [order.oid, merchant.merchantSalt, status, amount])
    return {
      merchant_oid: order.oid,
      status,
      total_amount: amount,
      hash: badHash ? sign(merchant, [hash]) : hash,
      ...(status === 'failed' && {
        failed_reason_code: failure?.code ?? '0',
        failed_reason_msg: failure?.message ?? '',
      }),
      ...(order.isTest && { test_mode: '1' }),
      payment_type: 'card',
      currency: order.currency,
      payment_amount: String(order.amount),
    }
  }

  return { announce }
}
