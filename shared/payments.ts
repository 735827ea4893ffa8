import { z } from 'zod'
import { isoDate } from './dates.ts'
import { usdToMicro } from './money.ts'
import { reasonText } from './reason.ts'

/** `created`: PayTR has given no token yet; `pending`: its page is open. Money has arrived only in `paid`. */
export const orderStates = ['created', 'pending', 'paid', 'failed', 'expired'] as const
export type OrderState = (typeof orderStates)[number]

/** `in_doubt`: PayTR did not respond; the refund's status is queried, and the refund is never requested twice. */
export const refundStates = ['requested', 'in_doubt', 'done', 'failed'] as const

export const caseKinds = [
  'orphan',
  'amount',
  'test_mode',
  'paid_after_end',
  'paid_after_removal',
  'failed_after_paid',
  'refund',
  'report',
  'rate',
] as const

/** Why a card was not charged, independent of the provider's codes. */
export const paymentFailures = [
  'declined',
  'insufficient_funds',
  'phone_missing',
  'wrong_code',
  'security_check',
  'abandoned',
  'no_instalments',
  'card_not_accepted',
  'secure_3d_required',
  'fraud_warning',
  'integration',
] as const
export type PaymentFailure = (typeof paymentFailures)[number]

/** A confirmed price in whole units. Kuruş are hundredths of a lira; rates are in ten-thousandths. */
export type Quote = {
  usdMicro: number
  rateE4: number
  bulletinNo: string
  /** Bulletin date, YYYY-MM-DD. */
  rateDate: string
  feePercent: string
  vatPercent: string
  rawKurus: number
  feeKurus: number
  vatKurus: number
  totalKurus: number
}

/** For display: lira and dollars with two decimals, the rate with four. */
export const exchangePreviewSchema = z.object({
  usdAmount: z.number(),
  tryAmountRaw: z.number(),
  feeAmount: z.number(),
  tryAmountWithFee: z.number(),
  vatAmount: z.number(),
  totalTryAmount: z.number(),
  exchangeRate: z.number(),
  exchangeFeePercent: z.number(),
  vatPercent: z.number(),
  minimumAmount: z.number(),
  maximumAmount: z.number(),
  /** Bulletin date, YYYY-MM-DD. */
  rateDate: z.string(),
  bulletinNo: z.string(),
})
export type ExchangePreview = z.infer<typeof exchangePreviewSchema>

/** Some clients read the preview itself, others its `data`. */
export const exchangePreviewAnswer = exchangePreviewSchema.extend({ data: exchangePreviewSchema })

export const exchangeRateSchema = z.object({
  /** Lira per dollar, the central bank's selling rate. */
  exchangeRate: z.number(),
  forexBuying: z.number(),
  forexSelling: z.number(),
  rateDate: z.string(),
  bulletinNo: z.string(),
  fetchedDate: isoDate,
  exchangeFeePercent: z.number(),
  vatPercent: z.number(),
  minimumAmount: z.number(),
  maximumAmount: z.number(),
  /**
   * `isOld`: older than four days, shown as a notice. `isTooOld`: older than ten, so top-ups are blocked until a
   * newer rate arrives.
   */
  isOld: z.boolean(),
  isTooOld: z.boolean(),
})

const CENT_MICRO = 10_000

/** Dollars with at most two decimals, as micro-dollars. The server checks the bounds. */
export const topUpAmount = usdToMicro.refine(
  (micro) => micro > 0 && micro % CENT_MICRO === 0,
  'Please enter a valid USD amount',
)

const required = (max: number) =>
  z.string().trim().min(1, 'All profile fields except VAT No are required.').max(max)

/** The invoice's recipient. PayTR's limits: name 60, address 400, phone 20. */
export const billingSchema = z.object({
  address: z.string().trim().min(5, 'Please enter your address.').max(400),
  customerName: required(60),
  companyName: required(200),
  companyVatNo: z.string().trim().max(50).default(''),
  companyAddress: required(400),
  companyPhone: required(20),
  companyEmail: required(100),
})
export type Billing = z.infer<typeof billingSchema>

export const createPaymentInput = billingSchema.extend({
  amount: topUpAmount,
  storeCard: z.literal(false).optional(),
  language: z.enum(['tr', 'en']).default('tr'),
  dark: z.boolean().default(false),
})

/** The frame's URL is a path on this server while the sandbox service replaces PayTR. */
export const paymentStartedSchema = z.object({
  orderId: z.string(),
  iframe_url: z.string(),
  iframe_token: z.string(),
  exchangePreview: exchangePreviewSchema,
})
export type PaymentStarted = z.infer<typeof paymentStartedSchema>

export const refundSchema = z.object({
  id: z.string(),
  reference: z.string(),
  state: z.enum(refundStates),
  usdAmount: z.number(),
  tryAmount: z.number(),
  reason: z.string(),
  failure: z.string().nullable(),
  createdDate: isoDate,
  settledDate: isoDate.nullable(),
})

export const paymentSchema = z.object({
  id: z.string(),
  /** PayTR's merchant_oid, used on both sides. */
  reference: z.string(),
  state: z.enum(orderStates),
  /** The provider's own code and text, or a message of this server. */
  failure: z.string().nullable(),
  /** Null without a known reason. */
  failureCode: z.enum(paymentFailures).nullable(),
  quote: exchangePreviewSchema.omit({ minimumAmount: true, maximumAmount: true }),
  billing: billingSchema,
  refundedUsd: z.number(),
  refundedTry: z.number(),
  isTest: z.boolean(),
  refunds: z.array(refundSchema),
  createdDate: isoDate,
  paidDate: isoDate.nullable(),
  expiresDate: isoDate,
})
export type Payment = z.infer<typeof paymentSchema>

export const pageInput = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number<unknown>().int().min(1).max(100).default(25),
})

export const paymentPage = z.object({ items: z.array(paymentSchema), nextCursor: z.string().nullable() })

export const anyPaymentSchema = paymentSchema.extend({
  userId: z.string(),
  username: z.string(),
  /** Limited by the wallet's balance and the unrefunded rest of the payment. */
  refundableUsd: z.number(),
})
export const anyPaymentPage = z.object({
  items: z.array(anyPaymentSchema),
  nextCursor: z.string().nullable(),
})

export const refundInput = z.object({
  orderId: z.string(),
  amount: topUpAmount,
  reason: reasonText('Enter a reason of at least 5 characters'),
})

export const paymentCaseSchema = z.object({
  id: z.string(),
  kind: z.enum(caseKinds),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdDate: isoDate,
  closedDate: isoDate.nullable(),
  closedBy: z.string().nullable(),
  note: z.string().nullable(),
})
export type PaymentCase = z.infer<typeof paymentCaseSchema>

/** `accept` puts a held rate into force; other cases are only closed with a note. */
export const closeCaseInput = z.object({
  id: z.string(),
  note: reasonText('Describe what you found (at least 5 characters)'),
  accept: z.boolean().default(false),
})

/** Message from our landing pages to the window that holds the frame. It refreshes the page and never credits. */
export const paymentMessageSchema = z.object({
  source: z.literal('paytr'),
  type: z.enum(['PAYMENT_SUCCESS', 'PAYMENT_ERROR']),
  orderId: z.string().optional(),
  message: z.string().optional(),
  /** The provider's own text. */
  details: z.string().optional(),
})
