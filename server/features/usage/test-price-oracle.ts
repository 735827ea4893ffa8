import fc from 'fast-check'
import type { Usage } from '#shared/runs.ts'
import { type Price, priceCall } from './price.ts'

const tokens = fc.nat({ max: 2_000_000 })
const pico = fc.nat({ max: 1_000_000_000 })
const somePrice: fc.Arbitrary<Price> = fc.record({
  provider: fc.constant('p'),
  model: fc.constant('m'),
  inputPico: pico,
  outputPico: pico,
  cacheReadPico: pico,
  cacheWritePico: pico,
  contextTokens: fc.constant(0),
  maxOutputTokens: fc.constant(0),
})
const someUsage: fc.Arbitrary<Usage> = fc.record({
  input: tokens,
  cacheRead: tokens,
  cacheWrite: tokens,
  output: tokens,
  reasoning: tokens,
})

type Fraction = { over: bigint; under: bigint }

/**
 * Compares charges with exact fractions: a charge is the smallest whole micro-dollar that covers its cost. Throws
 * on a difference.
 */
export function comparePrices(numRuns: number) {
  fc.assert(
    fc.property(somePrice, someUsage, (price, usage) => {
      const dollars = [
        perMillion(usage.input, price.inputPico),
        perMillion(usage.cacheRead, price.cacheReadPico),
        perMillion(usage.cacheWrite, price.cacheWritePico),
        perMillion(usage.output, price.outputPico),
      ].reduce(sum)
      const { costMicro } = priceCall(price, usage)
      const charged = { over: BigInt(costMicro), under: 1_000_000n }
      const oneLess = { over: BigInt(costMicro) - 1n, under: 1_000_000n }

      return isAtLeast(charged, dollars) && (costMicro === 0 || !isAtLeast(oneLess, dollars))
    }),
    { numRuns },
  )
}

// Dollars per million tokens: a pico-dollar a token is a millionth of that.
function perMillion(count: number, picoPerToken: number): Fraction {
  const usdPerMillion = { over: BigInt(picoPerToken), under: 1_000_000n }
  return { over: usdPerMillion.over * BigInt(count), under: usdPerMillion.under * 1_000_000n }
}

function sum(one: Fraction, other: Fraction): Fraction {
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under }
}

function isAtLeast(one: Fraction, other: Fraction) {
  return one.over * other.under >= other.over * one.under
}
