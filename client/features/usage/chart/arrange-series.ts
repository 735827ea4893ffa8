import { daysOf, type Range } from '../range.ts'

export type Cost = { day: string; key: string; name: string; cost: number }
export type Tone = 'a' | 'b' | 'c' | 'd' | 'rest'
export type Series = { key: string; name: string; tone: Tone; total: number }
/** `costs` has the order of the series. */
export type Day = { day: string; costs: number[]; total: number }

const tones = ['a', 'b', 'c', 'd'] as const
const REST = 'rest'

type Options = { range: Range; restName: (count: number) => string }

/**
 * The four most expensive series get their own colour and all others share one: more than five colours are hard to
 * tell apart.
 */
export function arrangeSeries(costs: readonly Cost[], { range, restName }: Options) {
  const series = nameSeries(sumUp(costs), restName)
  const placeOf = new Map(series.map(({ key }, place) => [key, place]))
  const last = series.length - 1
  const days = new Map(daysOf(range).map((day) => [day, series.map(() => 0)]))
  for (const { day, key, cost } of costs) {
    const parts = days.get(day)
    const place = placeOf.get(key) ?? last
    if (parts) {
      parts[place] = (parts[place] ?? 0) + cost
    }
  }
  return {
    series,
    days: [...days].map(([day, parts]): Day => ({ day, costs: parts, total: add(parts) })),
  }
}

/** Ties go to the newer day; the newest day when nothing was spent. */
export function dearestDay(days: readonly Day[]): number {
  return days.reduce((best, { total }, place) => (total >= (days[best]?.total ?? 0) ? place : best), 0)
}

export function toneOf(series: readonly Series[], key: string): Tone {
  return series.find((each) => each.key === key)?.tone ?? 'rest'
}

function sumUp(costs: readonly Cost[]): Omit<Series, 'tone'>[] {
  const sums = new Map<string, Omit<Series, 'tone'>>()
  for (const { key, name, cost } of costs) {
    const before = sums.get(key)
    sums.set(key, { key, name, total: (before?.total ?? 0) + cost })
  }
  return [...sums.values()].toSorted((one, other) => other.total - one.total)
}

function nameSeries(sums: Omit<Series, 'tone'>[], restName: (count: number) => string): Series[] {
  const named = sums
    .slice(0, tones.length)
    .map((each, place): Series => ({ ...each, tone: tones[place] ?? 'rest' }))
  const rest = sums.slice(tones.length)
  const [first] = rest
  if (!first) {
    return named
  }
  if (rest.length === 1) {
    return [...named, { ...first, tone: 'rest' }]
  }
  const total = add(rest.map((each) => each.total))
  return [...named, { key: REST, name: restName(rest.length), tone: 'rest', total }]
}

const add = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0)
