import type { Difference } from '#shared/evaluations.ts'

/** Fewer pairs say nothing about noise. */
const MIN_PAIRS = 5

/**
 * Upper 2.5 % points of Student's t for 1 to 30 degrees of freedom: NIST/SEMATECH e-Handbook of Statistical Methods,
 * 1.3.6.7.2.
 */
const T_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
]
const Z_975 = 1.959964

/** Beyond the table: the expansion of Abramowitz and Stegun, 26.7.5. */
export function tQuantile(degrees: number): number {
  const z = Z_975
  return (
    T_975[degrees - 1] ??
    z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2)
  )
}

export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  const lower = sorted[middle - 1]
  return upper === undefined
    ? null
    : sorted.length % 2 === 1 || lower === undefined
      ? upper
      : (lower + upper) / 2
}

/**
 * Mean difference of pairs with its 95 % interval by the paired t-test. A verdict other than `none` says that the
 * interval excludes zero: the difference is more than noise.
 */
export function compare(pairs: readonly (readonly [before: number, after: number])[]): Difference {
  const differences = pairs.map(([before, after]) => after - before)
  const mean = meanOf(differences) ?? 0
  if (pairs.length < MIN_PAIRS) {
    return { mean, low: null, high: null, pairs: pairs.length, verdict: 'few' }
  }
  const squares = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  const error = Math.sqrt(squares / (pairs.length - 1) / pairs.length)
  const reach = tQuantile(pairs.length - 1) * error
  const [low, high] = [mean - reach, mean + reach]
  // Sums of decimals differ in the last digits.
  const verdict = low > 1e-9 ? 'better' : high < -1e-9 ? 'worse' : 'none'
  return { mean, low, high, pairs: pairs.length, verdict }
}
