import { expect, test } from 'vitest'
import { contrastOf } from './contrast.ts'

test.each([
  ['#000000', '#FFFFFF', 21],
  ['#FFFFFF', '#FFFFFF', 1],
  ['#777777', '#FFFFFF', 4.48],
  ['#0C5C57', '#FFFFFF', 7.84],
  ['#E0A458', '#FFFFFF', 2.21],
])('%s on %s has a contrast of %d', (first, second, ratio) => {
  expect(contrastOf(first, second)).toBeCloseTo(ratio, 1)
  expect(contrastOf(second, first)).toBe(contrastOf(first, second))
})
