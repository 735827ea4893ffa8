import { expect, test } from 'vitest'
import { decimalsOf, isInSight, namedDays, ticksFor } from './scale.ts'

test.each([
  [2.31, [0, 1, 2, 3], 0],
  [3, [0, 1, 2, 3], 0],
  [0.0042, [0, 0.002, 0.004, 0.006], 3],
  [0.7, [0, 0.25, 0.5, 0.75], 2],
  [950, [0, 500, 1000], 0],
  [1.2, [0, 0.5, 1, 1.5], 2],
  [0, [0, 1], 0],
])('the axis of values up to %s', (largest, ticks, decimals) => {
  expect(ticksFor(largest)).toEqual(ticks)
  expect(decimalsOf(ticks)).toBe(decimals)
})

test('a limit is drawn unless it would flatten the bars', () => {
  expect([isInSight(3, 2.31), isInSight(60, 2.31)]).toEqual([true, false])
})

test('day labels do not overlap, and the last one is always shown', () => {
  expect(namedDays(30, 26)).toEqual([0, 5, 10, 15, 20, 25, 29])
  expect(namedDays(1, 300)).toEqual([0])
  expect(namedDays(7, 110)).toEqual([0, 1, 2, 3, 4, 5, 6])
})
