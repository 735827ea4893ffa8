import { z } from 'zod'
import { isoDate } from './dates.ts'
import { usdToMicro } from './money.ts'
import { reasonText } from './reason.ts'

/** `created` before PayTR gave a token, `pending` while its page is open. Money has come with `paid` alone. */
export const orderStates = ['created', 'pending', 'paid', 'failed', 'expired'] as const
export type OrderState = (typeof orderStates)[number]

/** `in_doubt`: PayTR did not answer; it is asked what it did, never asked twice to do it. */
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

/** Why a card was not charged, whatever the provider calls it. */
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

/** A price as it was promised, in whole units. Kuruş are hundredths of a lira; rates are ten-thousandths. */
export type Quote = {
  usdMicro: number
  rateE4: number
  bulletinNo: string
  /** Of the bulletin, YYYY-MM-DD. */
  rateDate: string
  feePercent: string
  vatPercent: string
  rawKurus: number
  feeKurus: number
  vatKurus: number
  totalKurus: number
}

/** Specification §3, for display: lira and dollars as numbers with two decimals, the rate with four. */
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
  /** Of the bulletin, YYYY-MM-DD. */
  rateDate: z.string(),
  bulletinNo: z.string(),
})
export type ExchangePreview = z.infer<typeof exchangePreviewSchema>

/** Some clients read the preview itself, some read its `data`. */
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
  /** Older than four days: shown. Older than ten: nothing can be topped up until a newer one comes. */
  isOld: z.boolean(),
  isTooOld: z.boolean(),
})

const CENT_MICRO = 10_000

/** Dollars with at most two decimals, as micro-dollars. Bounds are the server's to say. */
export const topUpAmount = usdToMicro.refine(
  (micro) => micro > 0 && micro % CENT_MICRO === 0,
  'Please enter a valid USD amount',
)

const required = (max: number) =>
  z.string().trim().min(1, 'All profile fields except VAT No are required.').max(max)

/** Who gets the invoice (specification §5). PayTR's limits: name 60, address 400, phone 20. */
export const billingSchema = z.object({
  address: z.string().trim().min(5, 'Please enter your address.').max(400),
  customerName: required(60),
  companyName: required(200),
  companyVatNo: z.string().trim().max(50).default(''),
  companyAddress: required(400),
  /** With its country code. */
  companyPhone: required(20),
  companyEmail: required(100),
})
export type Billing = z.infer<typeof billingSchema>

export const createPaymentInput = billingSchema.extend({
  amount: topUpAmount,
  storeCard: z.literal(false).optional(),
  /** The card page in the user's language and colours. */
  language: z.enum(['tr', 'en']).default('tr'),
  dark: z.boolean().default(false),
})

/** Specification §3. The frame's address is a path on this server while the sandbox stands in for PayTR. */
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
  /** PayTR's merchant_oid: what both sides call it. */
  reference: z.string(),
  state: z.enum(orderStates),
  /** The provider's own code and text, or a sentence of this server. */
  failure: z.string().nullable(),
  /** Null where the provider gave no reason that is known. */
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
  /** The `nextCursor` of the page before. */
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number<unknown>().int().min(1).max(100).default(25),
})

export const paymentPage = z.object({ items: z.array(paymentSchema), nextCursor: z.string().nullable() })

/** For administrators: whose it is. */
export const anyPaymentSchema = paymentSchema.extend({
  userId: z.string(),
  username: z.string(),
  /** Never more than the wallet still has, or the payment still holds. */
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

/** `accept` puts a jumpy rate into force; other cases are only noted. */
export const closeCaseInput = z.object({
  id: z.string(),
  note: reasonText('Describe what you found (at least 5 characters)'),
  accept: z.boolean().default(false),
})

/** What our own landing pages tell the window that holds the frame. It refreshes and never credits. */
export const paymentMessageSchema = z.object({
  source: z.literal('paytr'),
  type: z.enum(['PAYMENT_SUCCESS', 'PAYMENT_ERROR']),
  orderId: z.string().optional(),
  message: z.string().optional(),
  /** The provider's own text. */
  details: z.string().optional(),
})
