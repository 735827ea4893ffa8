import { expect, test } from 'vitest'
import { daysOf, daysToMonthEnd, isSound, rangeOf } from './range.ts'

test.each([
  ['today', { from: '2026-03-02', to: '2026-03-02' }],
  ['week', { from: '2026-02-24', to: '2026-03-02' }],
  ['days30', { from: '2026-02-01', to: '2026-03-02' }],
  ['month', { from: '2026-03-01', to: '2026-03-02' }],
  ['custom', { from: '2025-12-30', to: '2026-03-02' }],
] as const)('%s', (preset, range) => {
  expect(rangeOf(preset, '2026-03-02', { from: '2025-12-30' })).toEqual(range)
})

test('a range has all its days, over a month and a leap day too', () => {
  expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

test('a range is invalid if reversed or longer than a year', () => {
  expect(isSound({ from: '2026-03-02', to: '2026-03-01' })).toBe(false)
  expect(isSound({ from: '2025-03-01', to: '2026-03-02' })).toBe(true)
  expect(isSound({ from: '2025-02-28', to: '2026-03-02' })).toBe(false)
})

test.each([
  ['2026-11-20', 10],
  ['2026-12-31', 0],
  ['2028-02-01', 28],
])('after %s the month has %i days', (day, left) => {
  expect(daysToMonthEnd(day)).toBe(left)
})
