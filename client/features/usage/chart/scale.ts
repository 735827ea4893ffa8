const steps = [1, 2, 2.5, 5, 10]

/** Round values from 0 to beyond the maximum, at most four above 0. */
export function ticksFor(largest: number): number[] {
  if (largest <= 0) {
    return [0, 1]
  }
  const rough = largest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (steps.find((each) => each * power >= rough * (1 - 1e-9)) ?? 10)
  const count = Math.ceil(largest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, place) => Number((place * step).toPrecision(6)))
}

/** Number of decimals that keeps the ticks distinct; cents get two. */
export function decimalsOf(ticks: readonly number[]): number {
  const step = ticks[1] ?? 1
  const { length } = String(step).split('.')[1] ?? ''
  return length === 1 ? 2 : length
}

/** A cap far above the spending would flatten the bars, so it is shown as text instead. */
export function isInSight(cap: number, largest: number): boolean {
  return cap <= largest * 2.5
}

/**
 * Indices of the labelled days among `count` days, at least `apart` px from each other; always includes the first
 * and the last.
 */
export function namedDays(count: number, pitch: number, apart = 110): number[] {
  const step = Math.max(1, Math.ceil(apart / pitch))
  const last = count - 1
  const places = Array.from({ length: Math.ceil(count / step) }, (_, place) => place * step)
  return [...places.filter((place) => place === 0 || (last - place) * pitch >= apart * 0.6), last].filter(
    (place, index, all) => all.indexOf(place) === index,
  )
}
