import { expect, test } from 'vitest'
import { arrangeSeries, dearestDay, toneOf } from './arrange-series.ts'

const range = { from: '2026-11-18', to: '2026-11-20' }
const restName = (count: number) => `${count} more`
const aCost = (day: string, key: string, cost: number) => ({ day, key, name: key.toUpperCase(), cost })

test('the four most expensive flows have their own color, the others share one, and every day is included', () => {
  const costs = ['p', 'q', 'r', 's', 't', 'u'].map((key, place) => aCost('2026-11-18', key, place + 1))

  const { series, days } = arrangeSeries([...costs, aCost('2026-11-20', 'p', 0.5)], { range, restName })

  expect(series.map(({ name, tone, total }) => [name, tone, total])).toEqual([
    ['U', 'a', 6],
    ['T', 'b', 5],
    ['S', 'c', 4],
    ['R', 'd', 3],
    ['2 more', 'rest', 3.5],
  ])
  expect(days).toEqual([
    { day: '2026-11-18', costs: [6, 5, 4, 3, 3], total: 21 },
    { day: '2026-11-19', costs: [0, 0, 0, 0, 0], total: 0 },
    { day: '2026-11-20', costs: [0, 0, 0, 0, 0.5], total: 0.5 },
  ])
  expect([toneOf(series, 's'), toneOf(series, 'p')]).toEqual(['c', 'rest'])
})

test('a single fifth flow is shown by name', () => {
  const costs = ['p', 'q', 'r', 's', 't'].map((key) => aCost('2026-11-18', key, 1))

  expect(arrangeSeries(costs, { range, restName }).series.at(-1)).toMatchObject({ name: 'T', tone: 'rest' })
})

test('the most expensive day is selected, of equal ones the newest', () => {
  const days = [3, 5, 5, 1].map((total) => ({ day: '', costs: [], total }))

  expect(dearestDay(days)).toBe(2)
  expect(dearestDay(days.map((day) => ({ ...day, total: 0 })))).toBe(3)
})
