import { AppError } from '#shared/errors.ts'
import { microToUsd } from '#shared/money.ts'
import { readFailureCode } from './failure-code.ts'
import type { After } from './payments.repository.ts'
import type { PaymentOrderRow, PaymentRefundRow } from './payments.table.ts'
import { showQuote } from './quote.ts'

const KURUS_PER_LIRA = 100
const CENT_MICRO = 10_000

/** `refunds` may include those of other orders. */
export function showPayment(order: PaymentOrderRow, refunds: PaymentRefundRow[]) {
  const { id, oid, state, failure, billing, isTest, createdDate, paidDate, expiresDate } = order
  return {
    id,
    reference: oid,
    state,
    failure,
    failureCode: readFailureCode(failure),
    quote: showQuote(order.quote),
    billing,
    refundedUsd: microToUsd(order.refundedMicro),
    refundedTry: order.refundedKurus / KURUS_PER_LIRA,
    isTest,
    refunds: refunds.filter(({ orderId }) => orderId === id).map(showRefund),
    createdDate,
    paidDate,
    expiresDate,
  }
}

function showRefund({ id, reference, state, usdMicro, kurus, reason, ...row }: PaymentRefundRow) {
  const { failure, createdDate, settledDate } = row
  const amounts = { usdAmount: microToUsd(usdMicro), tryAmount: kurus / KURUS_PER_LIRA }
  return { id, reference, state, ...amounts, reason, failure, createdDate, settledDate }
}

/** Refundable amount in whole cents: the smaller of the payment's rest and the wallet's balance. */
export function showRefundable({ state, usdMicro, refundedMicro }: PaymentOrderRow, availableUsd: number) {
  const available = Math.round(availableUsd / microToUsd(1))
  const maxMicro = state === 'paid' ? Math.min(usdMicro - refundedMicro, available) : 0
  return microToUsd(Math.floor(maxMicro / CENT_MICRO) * CENT_MICRO)
}

/** Cursor of the next page; null on the last one. `rows` has one row more than `limit` when there is a next page. */
export function cursorAfter(rows: After[], limit: number) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last ? `${last.createdDate.getTime()}.${last.id}` : null
}

export function readCursor(cursor: string | undefined): After | undefined {
  if (cursor === undefined) {
    return undefined
  }
  const [, time, id] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? []
  if (time === undefined || id === undefined) {
    throw new AppError('INVALID_INPUT', 'This is no cursor of a page.')
  }
  return { createdDate: new Date(Number(time)), id }
}
