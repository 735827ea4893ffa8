import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import type { Operator } from '#server/features/wallet/wallet-admin.service.ts'
import type { NewId } from '#server/ids.ts'
import type { CardPort } from '#server/ports/cards.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd, usdText } from '#shared/money.ts'
import type { refundInput } from '#shared/payments.ts'
import type { CasesService } from './cases.service.ts'
import * as orders from './payments.repository.ts'
import type { PaymentOrderRow, PaymentRefundRow } from './payments.table.ts'
import { divideHalfUp } from './quote.ts'
import * as rows from './refunds.repository.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  wallet: Pick<WalletService, 'post' | 'reverse'>
  cases: Pick<CasesService, 'open' | 'clear'>
  audit: Pick<AuditService, 'append'>
  users: Pick<UsersService, 'lock'>
  /** Throws UNAVAILABLE when card payments are not available. */
  cards: () => CardPort
}

type Input = z.output<typeof refundInput>

const PSP = { actorKind: 'psp', actorId: 'paytr' } as const
const REFERENCE_LENGTH = 24

/**
 * Refunds to the card: the wallet is debited first, then the provider is called once. A lost response is never
 * retried, which could refund twice; the reconciler finds out the result.
 */
export function createRefunding({ store, newId, now, wallet, cases, audit, users, cards }: Deps) {
  /** Throws UPSTREAM_FAILED when the provider rejects it; the wallet is credited back then. */
  async function refund(operator: Operator, input: Input) {
    const provider = cards()
    const reference = newReference(operator.adminId, operator.key)
    const started = await store.transaction((tx) => start(tx, { operator, input, reference }))
    if (!started) {
      return
    }
    const { refund: row, order } = started
    const answer = await provider.refund({ oid: order.oid, kurus: row.kurus, reference })
    if (answer.outcome === 'unknown') {
      await store.transaction((tx) => doubt(tx, row, order))
      return
    }
    await store.transaction((tx) =>
      answer.outcome === 'done' ? finish(tx, row) : restoreCredit(tx, row, order.userId, answer.reason),
    )
    if (answer.outcome === 'refused') {
      throw new AppError('UPSTREAM_FAILED', `PayTR rejected the refund: ${answer.reason}`)
    }
  }

  type New = { operator: Operator; input: Input; reference: string }

  /** Undefined when the same refund was requested before. */
  async function start(tx: Writer, { operator, input, reference }: New) {
    const { adminId, address } = operator
    const order = (await orders.lockOrder(tx, { id: input.orderId })) ?? rejectUnknown()
    const { orderId, amount: usdMicro, reason } = input
    const earlier = await rows.findRefund(tx, reference)
    if (earlier) {
      const isSame = earlier.orderId === orderId && earlier.usdMicro === usdMicro && earlier.reason === reason
      return isSame ? undefined : rejectReuse()
    }
    const kurus = kurusOf(order, usdMicro)
    // Refunds count towards the ADMIN's daily sum: concurrent wallet changes must see them.
    await users.lock(tx, [adminId])
    const createdDate = now()
    const row: PaymentRefundRow = {
      id: newId(),
      reference,
      orderId,
      usdMicro,
      kurus,
      state: 'requested',
      reason,
      adminId,
      failure: null,
      createdDate,
      settledDate: null,
    }
    const posting = await debit(tx, row, order.userId).catch(rejectOverdraft)
    await orders.updateOrder(tx, orderId, {
      refundedKurus: order.refundedKurus + kurus,
      refundedMicro: order.refundedMicro + usdMicro,
      updatedDate: createdDate,
    })
    const refund = (await rows.insertRefund(tx, row)) ?? rejectReuse()
    await audit.append(tx, {
      kind: 'admin',
      action: 'payment.refund',
      actorId: adminId,
      subjectId: order.userId,
      details: { orderId, amount: microToUsd(usdMicro), reason },
      address,
      postingId: posting.id,
    })
    return { refund, order }
  }

  /** Idempotent: a repeat returns the same posting. */
  function debit(tx: Writer, { reference, usdMicro, adminId, reason }: PaymentRefundRow, userId: string) {
    const actor = { actorKind: 'admin', actorId: adminId, reason } as const
    return wallet.post(tx, {
      kind: 'refund',
      userId,
      reference: `refund:${reference}`,
      amountMicro: usdMicro,
      actor,
    })
  }

  async function doubt(tx: Writer, { id, reference, kurus }: PaymentRefundRow, { oid }: PaymentOrderRow) {
    if (await rows.updateOpenRefund(tx, id, { state: 'in_doubt' })) {
      await cases.open(tx, { kind: 'refund', subject: reference, details: { oid, kurus } })
    }
  }

  async function finish(tx: Writer, { id, reference }: PaymentRefundRow) {
    await rows.updateOpenRefund(tx, id, { state: 'done', settledDate: now() })
    await cases.clear(tx, 'refund', reference, 'PayTR has done it.')
  }

  async function restoreCredit(tx: Writer, refund: PaymentRefundRow, userId: string, failure: string) {
    const { id, reference, orderId, kurus, usdMicro } = refund
    const order = (await orders.lockOrder(tx, { id: orderId })) ?? rejectUnknown()
    if (!(await rows.updateOpenRefund(tx, id, { state: 'failed', failure, settledDate: now() }))) {
      return
    }
    await orders.updateOrder(tx, orderId, {
      refundedKurus: order.refundedKurus - kurus,
      refundedMicro: order.refundedMicro - usdMicro,
      updatedDate: now(),
    })
    const posting = await debit(tx, refund, userId)
    const reason = `The refund did not happen: ${failure}`
    await wallet.reverse(tx, { postingId: posting.id, reason, actor: PSP })
    await cases.clear(tx, 'refund', reference, reason)
  }

  return { refund, doubt, finish, restoreCredit }
}

/** In the order's own lira, computed from running totals: partial refunds always add up to the whole amount. */
function kurusOf(
  { state, usdMicro, refundedMicro, refundedKurus, paidKurus }: PaymentOrderRow,
  micro: number,
) {
  if (state !== 'paid' || paidKurus === null) {
    throw new AppError('CONFLICT', 'Only a paid payment can be refunded.')
  }
  const leftMicro = usdMicro - refundedMicro
  if (micro > leftMicro) {
    throw new AppError('INVALID_INPUT', `At most $${usdText(leftMicro)} of this payment can be refunded.`)
  }
  const all = divideHalfUp(BigInt(refundedMicro + micro) * BigInt(paidKurus), BigInt(usdMicro))
  const kurus = Number(all) - refundedKurus
  if (kurus <= 0) {
    throw new AppError('INVALID_INPUT', 'This is less than a kuruş.')
  }
  return kurus
}

/** Alphanumeric. Derived from the ADMIN and the idempotency key, so a repeated request has the same reference. */
function newReference(adminId: string, key: string | undefined) {
  const bytes =
    key === undefined
      ? randomBytes(REFERENCE_LENGTH)
      : createHash('sha256')
          .update(JSON.stringify([adminId, key]))
          .digest()
  return `FR${bytes.toString('hex').slice(0, REFERENCE_LENGTH).toUpperCase()}`
}

function rejectOverdraft(cause: unknown): never {
  if (!(cause instanceof AppError) || cause.code !== 'INSUFFICIENT_FUNDS') {
    throw cause
  }
  throw new AppError('INVALID_INPUT', 'User does not have enough balance', { cause })
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This payment does not exist.')
}

function rejectReuse(): never {
  throw new AppError('CONFLICT', 'This Idempotency-Key was already used for another refund.')
}

export type Refunding = ReturnType<typeof createRefunding>
