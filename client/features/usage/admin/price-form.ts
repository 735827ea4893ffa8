import { z } from 'zod'
import { fromShownPrice, type PriceUnit, toShownPrice } from '#shared/price-units.ts'
import { setPriceInput } from '#shared/usage.ts'
import type { PriceRow } from './prices-page.tsx'

const { shape } = setPriceInput

/** An empty field of a price that may be missing. */
const emptyIsMissing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)

const wholeNumber = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, 'Enter a whole number')
    .transform(Number)
    .refine((count) => count <= max, 'Enter a whole number')

/** The procedure's schema, read from the texts of a form. */
export const priceForm = z.object({
  provider: shape.provider,
  model: shape.model,
  inputUsdPerMillion: shape.inputUsdPerMillion,
  outputUsdPerMillion: shape.outputUsdPerMillion,
  cacheReadUsdPerMillion: emptyIsMissing(shape.cacheReadUsdPerMillion),
  cacheWriteUsdPerMillion: emptyIsMissing(shape.cacheWriteUsdPerMillion),
  contextTokens: wholeNumber(100_000_000),
  maxOutputTokens: wholeNumber(10_000_000),
})
export type PriceForm = z.infer<typeof priceForm>

/** A service has one price, typed as it is read: per thousand searches, per minute. */
export function servicePriceForm(unit: PriceUnit, before: PriceRow | undefined) {
  const price = z.string().transform((text, context) => {
    // What is shown is rounded: left alone, it stays to the last digit.
    const isLeft = before && text === toShownPrice(before.inputUsdPerMillion, unit)
    const read = isLeft ? before.inputUsdPerMillion : fromShownPrice(text, unit)
    if (read === undefined || !shape.inputUsdPerMillion.safeParse(read).success) {
      context.addIssue({ code: 'custom', message: 'Enter dollars, with at most 6 decimals' })
      return z.NEVER
    }
    return read
  })
  return z.object({ provider: shape.provider, model: shape.model, price }).transform(
    ({ provider, model, price: inputUsdPerMillion }): PriceForm => ({
      ...{ provider, model, inputUsdPerMillion, outputUsdPerMillion: '0' },
      contextTokens: before?.contextTokens ?? 0,
      maxOutputTokens: before?.maxOutputTokens ?? 0,
    }),
  )
}

const SUSPICIOUS_USD = 1_000
/** A million of these may well cost so much. */
const dear = new Set<PriceUnit>(['search', 'credit', 'bill'])

/** The dearest of them, when it is so dear that it may be a slip. */
export function suspiciousPrice(price: PriceForm, unit: PriceUnit): string | undefined {
  const [dearest = '0'] = [
    price.inputUsdPerMillion,
    price.outputUsdPerMillion,
    price.cacheReadUsdPerMillion ?? '0',
    price.cacheWriteUsdPerMillion ?? '0',
  ].toSorted((a, b) => Number(b) - Number(a))
  return Number(dearest) > SUSPICIOUS_USD && !dear.has(unit) ? dearest : undefined
}
