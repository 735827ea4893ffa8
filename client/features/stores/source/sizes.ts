/** Chunks below are too short to answer anything; chunks above exceed what embedding models read. */
export const TINY = 100
export const HUGE = 24_000
const BARS = 10

export type Bar = { from: number; to: number; count: number }

/** Bars of equal width from 0 to the longest chunk. */
export function histogramOf(lengths: readonly number[]): Bar[] {
  const longest = lengths.reduce((max, length) => Math.max(max, length), 0)
  const width = Math.max(1, Math.ceil(longest / BARS))
  const bars = Array.from({ length: BARS }, (_, place) => ({
    from: place * width,
    to: (place + 1) * width,
    count: 0,
  }))
  for (const length of lengths) {
    const bar = bars[Math.min(BARS - 1, Math.floor(Math.max(0, length - 1) / width))]
    if (bar) {
      bar.count += 1
    }
  }
  return bars
}

export function describeSizes(lengths: readonly number[]) {
  const sum = lengths.reduce((all, length) => all + length, 0)
  return {
    average: lengths.length > 0 ? Math.round(sum / lengths.length) : 0,
    longest: lengths.reduce((max, length) => Math.max(max, length), 0),
    sum,
    tiny: lengths.filter((length) => length < TINY).length,
    huge: lengths.filter((length) => length > HUGE).length,
  }
}
