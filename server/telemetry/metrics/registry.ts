export type Labels = Readonly<Record<string, string>>
export type Point = { labels: Labels; value: number }
export type Distribution = { labels: Labels; counts: readonly number[]; sum: number; count: number }

type Named = { name: string; help: string }
/** One metric as it is read at one moment. Bounds of buckets are upper ones; the last bucket has none. */
export type Metric = Named &
  (
    | { type: 'counter' | 'gauge'; points: readonly Point[] }
    | { type: 'histogram'; bounds: readonly number[]; distributions: readonly Distribution[] }
  )

/**
 * Series of one metric. Label values come from sets that we define, such as routes and providers; should one of them
 * grow, all further values count as one.
 */
const MAX_SERIES = 2_000
const REST = 'other'
/** Separates label values in a key. It is in none of them. */
const SEPARATOR = '\u0000'

type Entry<Value> = { labels: Labels; value: Value }

/** Values by their labels. Looking one up costs one map access. */
function createSeries<Value>(names: readonly string[], create: () => Value) {
  const entries = new Map<string, Entry<Value>>()

  function insert(key: string, labels: readonly string[]) {
    const named = Object.fromEntries(names.map((name, index) => [name, labels[index] ?? '']))
    const entry = { labels: named, value: create() }
    entries.set(key, entry)
    return entry
  }

  function add(key: string, labels: readonly string[]): Entry<Value> {
    if (entries.size < MAX_SERIES) {
      return insert(key, labels)
    }
    const rest = names.map(() => REST)
    const restKey = rest.join(SEPARATOR)
    return entries.get(restKey) ?? insert(restKey, rest)
  }

  function of(labels: readonly string[]): Entry<Value> {
    const key = labels.length === 1 ? (labels[0] as string) : labels.join(SEPARATOR)
    return entries.get(key) ?? add(key, labels)
  }

  return { of, list: () => [...entries.values()] }
}

function createNumber(type: 'counter' | 'gauge', name: string, help: string, labels: readonly string[]) {
  const series = createSeries(labels, () => 0)
  if (labels.length === 0) {
    series.of([])
  }
  return {
    add(amount: number, ...values: string[]) {
      series.of(values).value += amount
    },
    read: (): Metric => ({ name, help, type, points: series.list() }),
  }
}

export const createCounter = (name: string, help: string, labels: readonly string[] = []) =>
  createNumber('counter', name, help, labels)

/** A value that goes up and down, such as the number of open requests. */
export const createGauge = (name: string, help: string, labels: readonly string[] = []) =>
  createNumber('gauge', name, help, labels)

export function createHistogram(
  name: string,
  help: string,
  { labels = [], bounds }: { labels?: readonly string[]; bounds: readonly number[] },
) {
  const series = createSeries(labels, () => ({
    counts: new Array<number>(bounds.length + 1).fill(0),
    sum: 0,
    count: 0,
  }))
  return {
    observe(value: number, ...values: string[]) {
      const { value: totals } = series.of(values)
      const index = bounds.findIndex((bound) => value <= bound)
      const bucket = index < 0 ? bounds.length : index
      totals.counts[bucket] = (totals.counts[bucket] ?? 0) + 1
      totals.sum += value
      totals.count += 1
    },
    read(): Metric {
      const distributions = series.list().map((each) => ({ labels: each.labels, ...each.value }))
      return { name, help, type: 'histogram', bounds, distributions }
    },
  }
}

/** A gauge whose value is read at the moment of the scrape. */
export function gauge(name: string, help: string, ...points: readonly Point[]): Metric {
  return { name, help, type: 'gauge', points }
}

export function counter(name: string, help: string, ...points: readonly Point[]): Metric {
  return { name, help, type: 'counter', points }
}

export const point = (value: number, labels: Labels = {}): Point => ({ value, labels })
