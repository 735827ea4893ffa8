export const priceUnits = ['token', 'search', 'credit', 'bill', 'sound', 'character'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** Units per displayed price: a thousand searches, a dollar of a bill, a minute of sound. */
const counts: Record<PriceUnit, bigint> = {
  token: 1_000_000n,
  search: 1_000n,
  credit: 1_000n,
  // Thousandths of a dollar.
  bill: 1_000n,
  // Tenths of a second.
  sound: 600n,
  character: 1_000_000n,
}

type Named = { provider: string; model: string }

const rules: { unit: PriceUnit; provider?: RegExp; model?: RegExp }[] = [
  { unit: 'bill', provider: /^exa$/, model: /^search$/ },
  { unit: 'search', model: /^search$/ },
  { unit: 'credit', model: /^search-credit$/ },
  { unit: 'search', provider: /^cohere$/, model: /^rerank-/ },
  { unit: 'sound', model: /whisper/ },
  { unit: 'sound', provider: /^(?:azurespeech|assemblyai)$/ },
  { unit: 'character', provider: /^elevenlabs$/ },
  { unit: 'character', model: /^tts-|-tts(?:-|$)/ },
]

/** Derived from the name, because the metering code chooses names by unit. */
export function unitOf({ provider, model }: Named): PriceUnit {
  const fits = (pattern: RegExp | undefined, text: string) => pattern?.test(text) ?? true
  const rule = rules.find((each) => fits(each.provider, provider) && fits(each.model, model))
  return rule?.unit ?? 'token'
}

const DECIMALS = 6
const MILLION = 1_000_000n

/** Decimal dollars per million as a display price: per thousand searches, per minute. At most six decimals. */
export function toShownPrice(usdPerMillion: string, unit: PriceUnit): string {
  const millionths = readDecimal(usdPerMillion) * counts[unit]
  return writeDecimal((millionths + MILLION / 2n) / MILLION)
}

/**
 * The inverse, rounded up so that the charge is never less than the entered price. Undefined for an invalid price.
 */
export function fromShownPrice(shown: string, unit: PriceUnit): string | undefined {
  const text = shown.trim()
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) {
    return undefined
  }
  const count = counts[unit]
  return writeDecimal((readDecimal(text) * MILLION + count - 1n) / count)
}

export function toShownCount(units: number, unit: PriceUnit): number {
  return unit === 'sound' || unit === 'bill' ? units / Number(counts[unit]) : units
}

function readDecimal(text: string): bigint {
  const [integer = '', decimals = ''] = text.split('.')
  return BigInt(integer + decimals.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
}

function writeDecimal(millionths: bigint): string {
  const digits = String(millionths).padStart(DECIMALS + 1, '0')
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, '')
  return `${digits.slice(0, -DECIMALS)}${decimals && `.${decimals}`}`
}
