import { z } from 'zod'
import { dayText, isoDate } from './dates.ts'
import { usdToMicro } from './money.ts'
import { priceUnits } from './price-units.ts'

/** Days of the house's calendar, both included; at most a year and a day. */
export const rangeInput = z
  .object({ from: dayText, to: dayText, flowId: z.string().optional() })
  .refine(({ from, to }) => from <= to, 'The range ends before it begins')
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) <= 366 * 86_400_000,
    'Choose a range of at most a year',
  )

/** The head of the bill. All dollars. */
export const usageSummarySchema = z.object({
  balance: z.number(),
  available: z.number(),
  updatedDate: isoDate.nullable(),
  /** The house's calendar day. */
  today: dayText,
  spentToday: z.number(),
  spentThisMonth: z.number(),
  /** A day, over the last seven. */
  pace: z.number(),
  /** At this pace; null while nothing is spent. */
  daysLeft: z.number().nullable(),
  perDayCap: z.number().nullable(),
  perMonthCap: z.number().nullable(),
  lowBalance: z.number(),
  isLow: z.boolean(),
  /** The flow that answered last, and what an answer of it costs. */
  lastFlow: z
    .object({ id: z.string(), name: z.string(), costPerAnswer: z.number(), answersLeft: z.int() })
    .nullable(),
})
export type UsageSummary = z.infer<typeof usageSummarySchema>

/** One bar's part: what a flow, or a model, cost on a day. Days and parts without cost are left out. */
export const usageSeriesInput = rangeInput.and(z.object({ by: z.enum(['flow', 'model']) }))
export const usageSeriesSchema = z.array(
  z.object({ day: dayText, key: z.string(), name: z.string(), cost: z.number(), answers: z.int() }),
)

const tokens = z.int()

/** Dearest first. `key` is that of the series. */
export const flowUsageSchema = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    /** The flow is gone; its past is kept. */
    isDeleted: z.boolean(),
    answers: z.int(),
    calls: z.int(),
    inputTokens: tokens,
    outputTokens: tokens,
    cost: z.number(),
  }),
)
export const modelUsageSchema = z.array(
  z.object({
    key: z.string(),
    provider: z.string(),
    model: z.string(),
    /** What both counts and both prices count. */
    unit: z.enum(priceUnits),
    calls: z.int(),
    inputTokens: tokens,
    outputTokens: tokens,
    cost: z.number(),
    /** Today's price in dollars per million units, as text; null for models without one. */
    inputUsdPerMillion: z.string().nullable(),
    outputUsdPerMillion: z.string().nullable(),
  }),
)

const optionalDollars = usdToMicro.nullable()

/** What may be spent; null lifts a cap. */
export const accountCapsInput = z.object({
  perDay: optionalDollars,
  perMonth: optionalDollars,
  lowBalance: usdToMicro,
})
export const accountCapsSchema = z.object({
  perDay: z.number().nullable(),
  perMonth: z.number().nullable(),
  lowBalance: z.number(),
})
export const flowCapsInput = z.object({
  flowId: z.string(),
  perDay: optionalDollars,
  perConversation: optionalDollars,
})
export const flowCapsSchema = z.array(
  z.object({
    flowId: z.string(),
    name: z.string(),
    perDay: z.number().nullable(),
    perConversation: z.number().nullable(),
    spentToday: z.number(),
  }),
)

/** A list price as decimal text, dollars per million tokens: the unit is in the name, because a factor of a million was once missed. */
const usdPerMillion = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Enter dollars per million tokens, with at most 6 decimals')

export const priceSchema = z.object({
  provider: z.string(),
  model: z.string(),
  /** What there are a million of in the prices: tokens, searches, credits, tenths of a second of sound, thousandths of a dollar of a bill. */
  unit: z.enum(priceUnits),
  inputUsdPerMillion: z.string(),
  outputUsdPerMillion: z.string(),
  cacheReadUsdPerMillion: z.string(),
  cacheWriteUsdPerMillion: z.string(),
  contextTokens: z.int(),
  maxOutputTokens: z.int(),
})
export type ListPrice = z.infer<typeof priceSchema>

/** What anybody may read: what models cost here (with the markup), and what topping up means. */
export const publicPricesSchema = z.object({
  prices: z.array(priceSchema),
  minimumTopUp: z.number(),
  maximumTopUp: z.number(),
  vatPercent: z.number(),
  exchangeFeePercent: z.number(),
  /** Lira per dollar; null while no rate is known. */
  exchangeRate: z.number().nullable(),
  rateDate: dayText.nullable(),
})

/** For administrators: without the markup, and since when. */
export const priceRowSchema = priceSchema.extend({
  id: z.string(),
  source: z.string(),
  createdDate: isoDate,
})
export const priceVersionsInput = z.object({ provider: z.string(), model: z.string() })

export const setPriceInput = z.object({
  provider: z.string().trim().min(1).max(60),
  model: z.string().trim().min(1).max(200),
  inputUsdPerMillion: usdPerMillion,
  outputUsdPerMillion: usdPerMillion,
  cacheReadUsdPerMillion: usdPerMillion.optional(),
  cacheWriteUsdPerMillion: usdPerMillion.optional(),
  contextTokens: z.int().min(0).max(100_000_000).default(0),
  maxOutputTokens: z.int().min(0).max(10_000_000).default(0),
  /** Needed above $1,000 per million: the usual slip is a factor of a million. */
  confirmed: z.boolean().default(false),
})
