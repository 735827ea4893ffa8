import type { Store } from '#server/db/store.ts'
import type { CardPayment, CardPort } from '#server/ports/cards.ts'
import * as rows from './payments.repository.ts'
import type { PaymentOrderRow, PaymentRefundRow } from './payments.table.ts'
import type { Refunding } from './refunding.ts'
import { listOpenRefunds } from './refunds.repository.ts'
import type { Settlement } from './settlement.ts'

type Deps = {
  store: Store
  now: () => Date
  /** Undefined when card payments are not available. */
  cards: CardPort | undefined
  settlement: Settlement
  refunding: Refunding
}

/** Result of one round, for the log. `faults` are queries that failed; the next round retries them. */
export type Round = {
  requested: number
  credited: number
  expired: number
  refunds: number
  issues: unknown[]
}

const MINUTE_MS = 60_000
/** The notification normally arrives before that. */
const FIRST_QUERY_MS = 2 * MINUTE_MS
/** A payment may complete shortly after PayTR's page has expired. */
const EXPIRY_MARGIN_MS = 10 * MINUTE_MS
/** A refund that PayTR does not list by then did not happen. */
const REFUND_MARGIN_MS = 15 * MINUTE_MS
const MAX_QUERIED = 10
const MAX_CHECKED = 200

/** Queries orders and refunds without a notification: one by one, at most ten a round, at growing intervals. */
export function createReconciler({ store, now, cards, settlement, refunding }: Deps) {
  let running: Promise<Round> | undefined

  /** Runs at the start and every minute. Rounds never overlap. */
  function reconcile(): Promise<Round> {
    running ??= (cards ? reconcileOnce(cards) : Promise.resolve(noRound())).finally(() => {
      running = undefined
    })
    return running
  }

  async function reconcileOnce(provider: CardPort) {
    const round = noRound()
    const made = ago(FIRST_QUERY_MS)
    const open = await rows.listOpenOrders(store.db, { made, requested: ago(MINUTE_MS) }, MAX_CHECKED)
    const refunds = await listOpenRefunds(store.db, made, MAX_CHECKED)
    const doubts = refunds
      .filter(({ refund, order }) => isDue(order.checkedDate, refund.createdDate))
      .map((open) => () => queryRefund(provider, open.refund, open.order, round))
    const orders = open
      .filter((order) => isDue(order.checkedDate, order.createdDate))
      .map((order) => () => queryOrder(provider, order, round))
    // Refunds in doubt are few: some of them come first, so that many orders do not delay them.
    const questions = [...doubts.slice(0, MAX_QUERIED / 2), ...orders]
    for (const request of questions.slice(0, MAX_QUERIED)) {
      round.requested += 1
      await request().catch((error: unknown) => round.issues.push(error))
    }
    return round
  }

  /** Due after another half of the time already waited, at least a minute. */
  function isDue(checked: Date | null, made: Date) {
    const waited = checked && checked > made ? checked.getTime() - made.getTime() : 0
    const last = Math.max(checked?.getTime() ?? 0, made.getTime())
    return now().getTime() - last >= Math.max(MINUTE_MS, waited / 2)
  }

  async function call(provider: CardPort, { id, oid }: PaymentOrderRow) {
    const checkedDate = now()
    // Stored before the request, so that one without a response is not repeated at once.
    await store.transaction((tx) => rows.updateOrder(tx, id, { checkedDate }))
    return provider.findPayment(oid)
  }

  async function queryOrder(provider: CardPort, order: PaymentOrderRow, round: Round) {
    const found = await call(provider, order)
    await store.transaction(async (tx) => {
      if (found) {
        const outcome = await settlement.settle(tx, order.oid, { status: 'paid', ...paid(found) })
        round.credited += outcome === 'credited' ? 1 : 0
        return
      }
      const current = await rows.lockOrder(tx, order)
      const isStillOpen = current?.state === 'created' || current?.state === 'pending'
      // The provider also reports a pending payment as not paid, so an order only expires after the margin.
      if (isStillOpen && order.expiresDate < ago(EXPIRY_MARGIN_MS)) {
        await rows.updateOrder(tx, order.id, { state: 'expired', updatedDate: now() })
        round.expired += 1
      }
    })
  }

  async function queryRefund(
    provider: CardPort,
    refund: PaymentRefundRow,
    order: PaymentOrderRow,
    round: Round,
  ) {
    if (refund.state === 'requested') {
      await store.transaction((tx) => refunding.doubt(tx, refund, order))
    }
    const found = await call(provider, order)
    const returned = found?.returns.find(({ reference }) => reference === refund.reference)
    if (returned?.kurus === refund.kurus) {
      await store.transaction((tx) => refunding.finish(tx, refund))
      round.refunds += 1
    } else if (found && !returned && refund.createdDate < ago(REFUND_MARGIN_MS)) {
      const failure = 'PayTR does not list it.'
      await store.transaction((tx) => refunding.restoreCredit(tx, refund, order.userId, failure))
      round.refunds += 1
    }
  }

  /** Checks one order and its refunds at once, regardless of its age. Throws the provider's error. */
  async function recheck(provider: CardPort, order: PaymentOrderRow) {
    const round = noRound()
    if (order.state !== 'paid') {
      await queryOrder(provider, order, round)
    }
    const refunds = await listOpenRefunds(store.db, now(), MAX_CHECKED)
    for (const open of refunds.filter(({ refund }) => refund.orderId === order.id)) {
      await queryRefund(provider, open.refund, open.order, round)
    }
  }

  function ago(ms: number) {
    return new Date(now().getTime() - ms)
  }

  return { reconcile, recheck }
}

function paid({ kurus, isTest, currency }: CardPayment) {
  return { kurus, isTest, currency }
}

function noRound(): Round {
  return { requested: 0, credited: 0, expired: 0, refunds: 0, issues: [] }
}
