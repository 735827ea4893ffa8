import { z } from 'zod'
import { fromShownPrice, type PriceUnit, toShownPrice } from '#shared/price-units.ts'
import { setPriceInput } from '#shared/usage.ts'
import type { PriceRow } from './prices-page.tsx'

const { shape } = setPriceInput

const emptyIsMissing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)

const integer = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, 'Enter a whole number')
    .transform(Number)
    .refine((count) => count <= max, 'Enter a whole number')

/** The procedure's schema, applied to the texts of the form. */
export const priceForm = z.object({
  provider: shape.provider,
  model: shape.model,
  inputUsdPerMillion: shape.inputUsdPerMillion,
  outputUsdPerMillion: shape.outputUsdPerMillion,
  cacheReadUsdPerMillion: emptyIsMissing(shape.cacheReadUsdPerMillion),
  cacheWriteUsdPerMillion: emptyIsMissing(shape.cacheWriteUsdPerMillion),
  contextTokens: integer(100_000_000),
  maxOutputTokens: integer(10_000_000),
})
export type PriceForm = z.infer<typeof priceForm>

/** A service has one price, entered in its displayed unit: per thousand searches, per minute. */
export function servicePriceForm(unit: PriceUnit, before: PriceRow | undefined) {
  const price = z.string().transform((text, context) => {
    // Displayed prices are rounded; an unedited field keeps the exact stored value.
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
/** High prices per million are normal for these units. */
const dear = new Set<PriceUnit>(['search', 'credit', 'bill'])

export function suspiciousPrice(price: PriceForm, unit: PriceUnit): string | undefined {
  const [dearest = '0'] = [
    price.inputUsdPerMillion,
    price.outputUsdPerMillion,
    price.cacheReadUsdPerMillion ?? '0',
    price.cacheWriteUsdPerMillion ?? '0',
  ].toSorted((a, b) => Number(b) - Number(a))
  return Number(dearest) > SUSPICIOUS_USD && !dear.has(unit) ? dearest : undefined
}
