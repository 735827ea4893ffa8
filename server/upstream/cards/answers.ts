import { z } from 'zod'
import type { CardPayment, CardRefundAnswer, CardReportRow } from '#server/ports/cards.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { parseLira } from './amounts.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const lira = text.transform(toKurus)

const rejectionSchema = z.object({
  status: z.enum(['failed', 'error']),
  reason: text.optional(),
  err_no: text.optional(),
  err_msg: text.optional(),
})
const tokenSchema = z.object({ status: z.literal('success'), token: z.string().regex(/^[\w-]{1,256}$/) })
const returnSchema = z.object({ return_amount: lira, reference_no: text.nullish() })
const paymentSchema = z.object({
  status: z.literal('success'),
  payment_total: lira,
  currency: z.string(),
  test_mode: text.nullish(),
  // PHP encodes an empty list in several ways.
  returns: z
    .union([z.array(returnSchema), z.literal('').transform(() => [])])
    .nullish()
    .transform((returns) => returns ?? []),
})
const refundSchema = z.object({ status: z.literal('success'), merchant_oid: z.string(), return_amount: lira })

const NOT_PAID = '004'
const MAX_REASON = 300

/** The token of a card page. Throws UPSTREAM_FAILED with PayTR's reason. */
export function readToken(answer: unknown) {
  const parsed = tokenSchema.safeParse(answer)
  return parsed.success ? parsed.data.token : reject(answer, 'PayTR did not start the payment')
}

/** Null when PayTR has no successful payment; unpaid, failed and open payments look alike. */
export function readPayment(answer: unknown): CardPayment | null {
  const parsed = paymentSchema.safeParse(answer)
  if (parsed.success) {
    const { payment_total: kurus, currency, test_mode: testMode, returns } = parsed.data
    return {
      kurus,
      currency,
      isTest: testMode === '1',
      returns: returns.map((row) => ({ reference: row.reference_no ?? '', kurus: row.return_amount })),
    }
  }
  const rejection = rejectionSchema.safeParse(answer)
  return rejection.data?.err_no?.padStart(NOT_PAID.length, '0') === NOT_PAID
    ? null
    : reject(answer, 'PayTR did not say what became of the payment')
}

/** Only an exact confirmation or rejection counts; any other response is an unknown outcome. */
export function readRefund(answer: unknown, requested: { oid: string; kurus: number }): CardRefundAnswer {
  const parsed = refundSchema.safeParse(answer)
  if (parsed.data?.merchant_oid === requested.oid && parsed.data.return_amount === requested.kurus) {
    return { outcome: 'done' }
  }
  const rejection = rejectionSchema.safeParse(answer)
  return rejection.success
    ? { outcome: 'refused', reason: reasonOf(rejection.data) }
    : { outcome: 'unknown', cause: new Error(`Not understood: ${clip(JSON.stringify(answer))}`) }
}

const rowSchema = z.object({
  islem_tipi: z.enum(['S', 'I']),
  siparis_no: text,
  // Refunds may have a negative amount.
  islem_tutari: text.transform((amount, context) => toKurus(amount.replace(/^-/, ''), context)),
  islem_tarihi: text.transform(readDay),
})

/** `failed` means a period without transactions. Rows may be at any place of the response. */
export function readReport(answer: unknown): CardReportRow[] {
  const { status } = z.object({ status: z.string() }).safeParse(answer).data ?? {}
  if (status === 'failed') {
    return []
  }
  const rows = z.array(rowSchema).min(1).safeParse(findRows(answer))
  if (status !== 'success' || !rows.success) {
    return reject(answer, 'PayTR did not give its report', rows.error)
  }
  return rows.data.map((row) => ({
    kind: row.islem_tipi === 'S' ? 'sale' : 'refund',
    oid: row.siparis_no,
    kurus: row.islem_tutari,
    day: row.islem_tarihi,
  }))
}

function findRows(answer: unknown) {
  return Object.values(Object(answer) as Record<string, unknown>)
    .flat()
    .filter((each) => isRecord(each) && 'islem_tipi' in each)
}

function toKurus(amount: string, context: z.RefinementCtx) {
  const kurus = parseLira(amount)
  if (kurus === undefined) {
    context.addIssue({ code: 'custom', message: `${amount} is no amount` })
    return z.NEVER
  }
  return kurus
}

/** Parses `2026-01-15 10:00:00` or `15.01.2026` into YYYY-MM-DD. */
function readDay(date: string, context: z.RefinementCtx) {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? []
  const [, day = isoDay, month = isoMonth, year = isoYear] = /^(\d\d)\.(\d\d)\.(\d{4})/.exec(date) ?? []
  if (year === undefined) {
    context.addIssue({ code: 'custom', message: `${date} is no day` })
    return z.NEVER
  }
  return `${year}-${month}-${day}`
}

function reject(answer: unknown, sentence: string, cause?: unknown): never {
  const rejection = rejectionSchema.safeParse(answer)
  if (rejection.success) {
    throw new AppError('UPSTREAM_FAILED', `${sentence}: ${reasonOf(rejection.data)}`)
  }
  throw new AppError('UPSTREAM_FAILED', `${sentence}.`, {
    cause: cause ?? new Error(`Not understood: ${clip(JSON.stringify(answer))}`),
  })
}

function reasonOf({ reason, err_no: code, err_msg: message }: z.infer<typeof rejectionSchema>) {
  return clip(reason ?? ([code, message].filter(Boolean).join(' ') || 'no reason was given'))
}

function clip(long: string) {
  return long.slice(0, MAX_REASON)
}
