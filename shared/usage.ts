import { z } from 'zod'
import { dayText, isoDate } from './dates.ts'
import { usdToMicro } from './money.ts'
import { priceUnits } from './price-units.ts'

/** Days in the platform's time zone, both inclusive; at most a year and a day. */
export const rangeInput = z
  .object({ from: dayText, to: dayText, flowId: z.string().optional() })
  .refine(({ from, to }) => from <= to, 'The range ends before it begins')
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) <= 366 * 86_400_000,
    'Choose a range of at most a year',
  )

/** All amounts in dollars. */
export const usageSummarySchema = z.object({
  balance: z.number(),
  available: z.number(),
  updatedDate: isoDate.nullable(),
  today: dayText,
  spentToday: z.number(),
  spentThisMonth: z.number(),
  /** Average per day over the last seven days. */
  pace: z.number(),
  /** At this pace; null without spending. */
  daysLeft: z.number().nullable(),
  perDayCap: z.number().nullable(),
  perMonthCap: z.number().nullable(),
  lowBalance: z.number(),
  isLow: z.boolean(),
  lastFlow: z
    .object({ id: z.string(), name: z.string(), costPerAnswer: z.number(), answersLeft: z.int() })
    .nullable(),
})
export type UsageSummary = z.infer<typeof usageSummarySchema>

/** Cost of a flow or model per day. Days and entries without cost are omitted. */
export const usageSeriesInput = rangeInput.and(z.object({ by: z.enum(['flow', 'model']) }))
export const usageSeriesSchema = z.array(
  z.object({ day: dayText, key: z.string(), name: z.string(), cost: z.number(), answers: z.int() }),
)

const tokens = z.int()

/** Highest cost first. `key` is the key of the series. */
export const flowUsageSchema = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
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
    /** Unit of both counts and both prices. */
    unit: z.enum(priceUnits),
    calls: z.int(),
    inputTokens: tokens,
    outputTokens: tokens,
    cost: z.number(),
    /** Current price in dollars per million units, as text; null for models without one. */
    inputUsdPerMillion: z.string().nullable(),
    outputUsdPerMillion: z.string().nullable(),
  }),
)

const optionalDollars = usdToMicro.nullable()

/** Spending caps in dollars; null removes a cap. */
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

/**
 * A list price as decimal text, dollars per million tokens: the name has the unit, because a missed factor of a
 * million has happened.
 */
const usdPerMillion = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Enter dollars per million tokens, with at most 6 decimals')

export const priceSchema = z.object({
  provider: z.string(),
  model: z.string(),
  /**
   * Prices are per million of these: tokens, searches, credits, tenths of a second of sound, thousandths of a
   * dollar of a bill.
   */
  unit: z.enum(priceUnits),
  inputUsdPerMillion: z.string(),
  outputUsdPerMillion: z.string(),
  cacheReadUsdPerMillion: z.string(),
  cacheWriteUsdPerMillion: z.string(),
  contextTokens: z.int(),
  maxOutputTokens: z.int(),
})
export type ListPrice = z.infer<typeof priceSchema>

/** Public: model prices with the markup, and the top-up terms. */
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

/** For ADMINs: without the markup, with the date of effect. */
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
  /** Required above $1,000 per million: the typical mistake is a factor of a million. */
  confirmed: z.boolean().default(false),
})
