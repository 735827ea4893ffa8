import { z } from 'zod'
import { setPriceInput } from '#shared/usage.ts'

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

const SUSPICIOUS_USD = 1_000

/** The dearest of them, when it is so dear that it may be a slip. */
export function suspiciousPrice(price: PriceForm): number | undefined {
  const dearest = Math.max(
    ...[
      price.inputUsdPerMillion,
      price.outputUsdPerMillion,
      price.cacheReadUsdPerMillion,
      price.cacheWriteUsdPerMillion,
    ].map((text) => Number(text ?? 0)),
  )
  return dearest > SUSPICIOUS_USD ? dearest : undefined
}
