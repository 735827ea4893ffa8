import type { PaymentFailure } from '#shared/payments.ts'

/** PayTR's `failed_reason_code`. Unlisted codes are shown as received. */
const codes: Record<string, PaymentFailure> = {
  0: 'declined',
  1: 'phone_missing',
  2: 'wrong_code',
  3: 'security_check',
  6: 'abandoned',
  8: 'no_instalments',
  9: 'card_not_accepted',
  10: 'secure_3d_required',
  11: 'fraud_warning',
  99: 'integration',
}

/** Reads the code from a stored failure, `code: text`. Bank declines share one code, so their text is read too. */
export function readFailureCode(failure: string | null): PaymentFailure | null {
  const [, number = '', text = ''] = /^(\d{1,3})(?:: (.*))?$/s.exec(failure ?? '') ?? []
  const code = codes[number] ?? null
  return code === 'declined' && /yetersiz|insufficient/i.test(text) ? 'insufficient_funds' : code
}
