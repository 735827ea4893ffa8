import type { z } from 'zod'
import type { ListPrice, publicPricesSchema } from '#shared/usage.ts'

export type Offer = z.infer<typeof publicPricesSchema>

const DAYS = 30
const MILLION = 1_000_000

type Habit = { messagesADay: number; tokensIn: number; tokensOut: number }

/** Monthly cost estimate for display; unrelated to the ledger. */
export function estimateMonth(price: ListPrice, { messagesADay, tokensIn, tokensOut }: Habit) {
  const perMessage =
    (tokensIn * Number(price.inputUsdPerMillion) + tokensOut * Number(price.outputUsdPerMillion)) / MILLION
  const messages = messagesADay * DAYS
  return { perMessage, messages, usd: perMessage * messages }
}

/** The amount in lira as a top-up would charge it; undefined while no exchange rate is known. */
export function estimateLira(usd: number, { exchangeRate, exchangeFeePercent, vatPercent }: Offer) {
  if (exchangeRate === null) {
    return undefined
  }
  const raw = usd * exchangeRate
  const fee = (raw * exchangeFeePercent) / 100
  const vat = ((raw + fee) * vatPercent) / 100
  return { raw, fee, vat, total: raw + fee + vat }
}
