import type { CardNotification } from '#server/ports/cards.ts'
import { AppError } from '#shared/errors.ts'
import { isSigned, type Merchant } from './signature.ts'

const OID = /^[A-Za-z0-9]{1,64}$/
const STATUS = /^(success|failed)$/
const KURUS = /^(0|[1-9][0-9]{0,12})$/

/**
 * Parses PayTR's notification. Only oid, status and total_amount are signed, without separators, so lenient
 * parsing would let distinct messages share a signature. Throws INVALID_INPUT for anything else.
 */
export function readNotification(merchant: Merchant, text: string): CardNotification {
  const body = readForm(text)
  const { merchant_oid: oid = '', status = '', total_amount: amount = '', hash = '' } = body
  if (!OID.test(oid) || !isStatus(status) || !KURUS.test(amount)) {
    throw new AppError('INVALID_INPUT', 'This is no notification of a payment.')
  }
  if (!isSigned(merchant, hash, oid, merchant.merchantSalt, status, amount)) {
    throw new AppError('INVALID_INPUT', 'The signature of this notification is wrong.')
  }
  const { failed_reason_code: code, failed_reason_msg: reason, test_mode: testMode } = body
  return {
    oid,
    status,
    kurus: Number(amount),
    isTest: testMode === '1',
    failure: [code, reason].filter(Boolean).join(': ') || 'The payment failed.',
    body: { ...body },
  }
}

function readForm(text: string) {
  // The object has no prototype, since a field may have any name.
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) {
      throw new AppError('INVALID_INPUT', 'A field of this notification is there twice.')
    }
    fields[name] = value
  }
  return fields
}

function isStatus(text: string): text is CardNotification['status'] {
  return STATUS.test(text)
}
