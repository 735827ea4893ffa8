import { z } from 'zod'
import type { Usage } from '#shared/runs.ts'
import table from './prices.json' with { type: 'json' }

/** Token prices of a model, in whole pico-USD per token. */
export type Price = {
  provider: string
  model: string
  inputPico: number
  outputPico: number
  cacheReadPico: number
  cacheWritePico: number
  /** Maximum of prompt and output tokens; 0 when unknown. */
  contextTokens: number
  maxOutputTokens: number
}

const PICO_DECIMALS = 6
const PICO_PER_MICRO = 1_000_000n

/**
 * Decimal dollars per million tokens as pico-USD per token, exactly: $1 a million is a million pico a token.
 * Throws for anything but a plain number of at most six decimals.
 */
export function toPico(usdPerMillion: string): number {
  const [, dollars = '', decimals = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(usdPerMillion) ?? []
  if (dollars === '') {
    throw new RangeError(`"${usdPerMillion}" is not a price in dollars per million tokens.`)
  }
  return Number(dollars + decimals.padEnd(PICO_DECIMALS, '0'))
}

/** Inverse of `toPico`, as the shortest decimal text. */
export function toUsdPerMillion(pico: number): string {
  const digits = String(pico).padStart(PICO_DECIMALS + 1, '0')
  const decimals = digits.slice(-PICO_DECIMALS).replace(/0+$/, '')
  return `${digits.slice(0, -PICO_DECIMALS)}${decimals && `.${decimals}`}`
}

/** Rounded once, up, at the very end. */
export function priceCall(price: Price, usage: Usage): { costPico: bigint; costMicro: number } {
  const costPico =
    cost(usage.input, price.inputPico) +
    cost(usage.cacheRead, price.cacheReadPico) +
    cost(usage.cacheWrite, price.cacheWritePico) +
    cost(usage.output, price.outputPico)
  return { costPico, costMicro: toMicro(costPico) }
}

/** Maximum cost of a call. Every prompt token might be written to the provider's cache, where that costs more. */
export function worstCaseMicro(
  price: Price,
  { input, output }: { input: number; output?: number | undefined },
): number {
  const { contextTokens, maxOutputTokens } = price
  const prompt = contextTokens > 0 ? Math.min(input, contextTokens) : input
  const answer = maxOutputTokens > 0 ? Math.min(output ?? maxOutputTokens, maxOutputTokens) : (output ?? 0)
  const dearest = Math.max(price.inputPico, price.cacheReadPico, price.cacheWritePico)
  return toMicro(cost(prompt, dearest) + cost(answer, price.outputPico))
}

/** Optional suffix of a model name: a date, an edition number or `latest`. */
const edition = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|\d{3}|latest|preview-\d{2}-\d{2}(?:-\d{4})?|\d{2}-\d{2})$/

/** Azure sells OpenAI's models at OpenAI's prices, with names without dots; Vertex sells Gemini at Google's. */
const sameModels: Record<string, string> = { azure: 'openai', vertex: 'google' }

/**
 * The price of exactly this model, else of its base model: `gpt-4o-mini-2024-07-18` is an edition of
 * `gpt-4o-mini`.
 */
export function findPrice<P extends Pick<Price, 'provider' | 'model'>>(
  prices: readonly P[],
  provider: string,
  model: string,
): P | undefined {
  const plain = model.replace(/^models\//, '').replace(/^gpt-35-/, 'gpt-3.5-')
  const seller = sameModels[provider] ?? provider
  const priceOf = (name: string) => prices.find((price) => price.provider === seller && price.model === name)
  return priceOf(plain) ?? (edition.test(plain) ? priceOf(plain.replace(edition, '')) : undefined)
}

const usdPerMillion = z.string().transform(toPico)
const tokens = z.int().min(0)

const shippedSchema = z
  .object({
    provider: z.string(),
    model: z.string(),
    inputUsdPerMillion: usdPerMillion,
    outputUsdPerMillion: usdPerMillion,
    cacheReadUsdPerMillion: usdPerMillion.optional(),
    cacheWriteUsdPerMillion: usdPerMillion.optional(),
    contextTokens: tokens,
    maxOutputTokens: tokens,
  })
  // Without a price of their own, cached tokens cost the same as other input.
  .transform(
    ({ inputUsdPerMillion: inputPico, outputUsdPerMillion: outputPico, ...row }): Price => ({
      provider: row.provider,
      model: row.model,
      inputPico,
      outputPico,
      cacheReadPico: row.cacheReadUsdPerMillion ?? inputPico,
      cacheWritePico: row.cacheWriteUsdPerMillion ?? inputPico,
      contextTokens: row.contextTokens,
      maxOutputTokens: row.maxOutputTokens,
    }),
  )

export const shippedPrices: readonly Price[] = z.array(shippedSchema).parse(table.prices)

function cost(count: number, pico: number): bigint {
  return BigInt(count) * BigInt(pico)
}

function toMicro(pico: bigint): number {
  return Number((pico + PICO_PER_MICRO - 1n) / PICO_PER_MICRO)
}
