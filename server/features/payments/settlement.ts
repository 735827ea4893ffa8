import type { Writer } from '#server/db/store.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import { microToUsd } from '#shared/money.ts'
import type { NotificationParams } from '#shared/notifications.ts'
import type { CasesService } from './cases.service.ts'
import { readFailureCode } from './failure-code.ts'
import * as rows from './payments.repository.ts'
import type { PaymentOrderRow } from './payments.table.ts'

type Deps = {
  now: () => Date
  wallet: Pick<WalletService, 'post'>
  cases: Pick<CasesService, 'open'>
  notifications: Pick<NotificationsService, 'notifyIn'>
  sandbox: boolean
}

export type Verdict =
  | { status: 'paid'; kurus: number; isTest: boolean; currency?: string }
  | { status: 'failed'; failure: string }

export type Outcome =
  | 'credited'
  | 'repeated'
  | 'failed'
  | 'failed_after_paid'
  | 'orphan'
  | 'amount'
  | 'test_mode'
  | 'paid_after_removal'

const PSP = { actorKind: 'psp', actorId: 'paytr' } as const
const PAYMENTS = '/app/usage-billing?tab=payments'
const lira = new Set(['TL', 'TRY'])

/**
 * Applies the provider's status to an order and credits the quoted amount the first time it is paid. Runs in the
 * caller's transaction, for both notifications and the reconciler. Any inconsistency opens a case and credits
 * nothing.
 */
export function createSettlement({ now, wallet, cases, sandbox, notifications }: Deps) {
  async function settle(tx: Writer, oid: string, verdict: Verdict): Promise<Outcome> {
    const order = await rows.lockOrder(tx, { oid })
    if (!order) {
      await cases.open(tx, { kind: 'orphan', subject: oid, details: verdict })
      return 'orphan'
    }
    return verdict.status === 'failed' ? fail(tx, order, verdict.failure) : receive(tx, order, verdict)
  }

  async function fail(tx: Writer, order: PaymentOrderRow, failure: string): Promise<Outcome> {
    if (order.state === 'paid') {
      await cases.open(tx, { kind: 'failed_after_paid', subject: order.oid, details: { failure } })
      return 'failed_after_paid'
    }
    await close(tx, order, failure)
    return 'failed'
  }

  /** The provider repeats notifications; the owner is notified of the first failure only. */
  async function close(tx: Writer, order: PaymentOrderRow, failure: string) {
    await rows.updateOrder(tx, order.id, { state: 'failed', failure, updatedDate: now() })
    if (order.state !== 'failed') {
      const code = readFailureCode(failure)
      await notify(tx, order, 'payment_failed', code ? { code } : { message: failure })
    }
  }

  async function notify(
    tx: Writer,
    { id, userId, usdMicro }: PaymentOrderRow,
    kind: 'payment_succeeded' | 'payment_failed',
    params: NotificationParams = {},
  ) {
    if (await rows.isOwnerRemoved(tx, userId)) {
      return
    }
    const paid = microToUsd(usdMicro)
    await notifications.notifyIn(tx, { userId, kind, cause: id, params: { ...params, paid }, link: PAYMENTS })
  }

  async function receive(
    tx: Writer,
    order: PaymentOrderRow,
    paid: Verdict & { status: 'paid' },
  ): Promise<Outcome> {
    const issue = issueOf(order, paid)
    if (issue) {
      const { status: _, ...got } = paid
      const details = {
        ...got,
        expectedKurus: order.totalKurus,
        orderIsTest: order.isTest,
        state: order.state,
      }
      await cases.open(tx, { kind: issue, subject: order.oid, details })
      await reject(tx, order, 'The payment is not as it was ordered. An administrator looks into it.')
      return issue
    }
    if (order.state === 'paid') {
      return 'repeated'
    }
    if (await rows.isOwnerRemoved(tx, order.userId)) {
      const details = { paidKurus: paid.kurus, usdMicro: order.usdMicro }
      await cases.open(tx, { kind: 'paid_after_removal', subject: order.oid, details })
      await reject(tx, order, 'The account was removed before the payment arrived. Refund it at PayTR.')
      return 'paid_after_removal'
    }
    await credit(tx, order, paid.kurus)
    return 'credited'
  }

  /** A paid order is never reversed by a later failure. */
  async function reject(tx: Writer, order: PaymentOrderRow, failure: string) {
    if (order.state !== 'paid') {
      await close(tx, order, failure)
    }
  }

  function issueOf(order: PaymentOrderRow, { kurus, isTest, currency = 'TL' }: Verdict & { status: 'paid' }) {
    if (kurus !== order.totalKurus || !lira.has(currency)) {
      return 'amount'
    }
    return isTest !== order.isTest || (isTest && !sandbox) ? 'test_mode' : undefined
  }

  async function credit(tx: Writer, order: PaymentOrderRow, paidKurus: number) {
    const { id, oid, state, failure, userId, usdMicro: amountMicro } = order
    // The customer was charged, so the amount is credited however late; payment after the order's end opens a case
    // for review.
    if (state === 'failed' || state === 'expired') {
      await cases.open(tx, { kind: 'paid_after_end', subject: oid, details: { state, failure, paidKurus } })
    }
    const paidDate = now()
    const changes = { state: 'paid', failure: null, paidKurus, paidDate, updatedDate: paidDate } as const
    await rows.updateOrder(tx, id, changes)
    await wallet.post(tx, { kind: 'topup', userId, reference: `paytr:${oid}`, amountMicro, actor: PSP })
    await notify(tx, order, 'payment_succeeded')
  }

  return { settle }
}

export type Settlement = ReturnType<typeof createSettlement>
