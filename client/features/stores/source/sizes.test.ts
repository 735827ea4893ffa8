import { expect, test } from 'vitest'
import { describeSizes, histogramOf } from './sizes.ts'

test('every chunk is in one bar, the longest in the last', () => {
  const bars = histogramOf([1, 50, 51, 499, 500])

  expect(bars.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2])
  expect(bars.at(-1)).toMatchObject({ from: 450, to: 500 })
  expect(histogramOf([]).every(({ count }) => count === 0)).toBe(true)
})

test('tiny and huge chunks are counted', () => {
  expect(describeSizes([99, 100, 24_001])).toMatchObject({ tiny: 1, huge: 1, longest: 24_001, sum: 24_200 })
  expect(describeSizes([])).toMatchObject({ average: 0, longest: 0 })
})
