import { expect, test } from 'vitest'
import { compare, meanOf, medianOf, tQuantile } from './statistics.ts'

test('mean and median of known values', () => {
  expect(meanOf([0.2, 0.4, 0.9])).toBeCloseTo(0.5)
  expect(medianOf([3, 1, 2])).toBe(2)
  expect(medianOf([4, 1, 2, 3])).toBe(2.5)
  expect(medianOf([7])).toBe(7)
  expect([meanOf([]), medianOf([])]).toEqual([null, null])
})

test('quantiles of the t distribution beyond the table are those of published tables', () => {
  // R: qt(0.975, df).
  for (const [degrees, published] of [
    [9, 2.262157],
    [30, 2.042272],
    [40, 2.021075],
    [60, 2.000298],
    [120, 1.97993],
    [199, 1.971957],
  ] as const) {
    expect(tQuantile(degrees)).toBeCloseTo(published, 3)
  }
})

/** Student's sleep data of 1908: t = 4.0621, 95 % interval 0.7001 to 2.4599 (R: t.test(paired = TRUE)). */
test('the interval of the paired difference is that of the textbook', () => {
  const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
  const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

  const found = compare(first.map((before, index) => [before, second[index] ?? 0]))

  expect(found.mean).toBeCloseTo(1.58)
  expect(found.low).toBeCloseTo(0.7001, 3)
  expect(found.high).toBeCloseTo(2.4599, 3)
  expect(found.verdict).toBe('better')
})

test('the same difference the other way round is worse', () => {
  const pairs = [0.9, 0.8, 1, 0.7, 0.9, 1].map((before) => [before, before - 0.3] as const)

  expect(compare(pairs)).toMatchObject({ verdict: 'worse', pairs: 6 })
})

test('equal versions show no difference', () => {
  expect(compare([0.1, 0.5, 0.9, 1, 0].map((score) => [score, score] as const))).toEqual({
    ...{ mean: 0, low: 0, high: 0, pairs: 5, verdict: 'none' },
  })
})

test('noise is not taken for a difference', () => {
  const pairs = [
    [0.9, 1],
    [0.8, 0.5],
    [0.4, 0.9],
    [1, 0.8],
    [0.6, 0.7],
    [0.7, 0.7],
  ] as const

  expect(compare(pairs).verdict).toBe('none')
})

test('too few rows say so', () => {
  expect(compare([[0, 1] as const, [0, 1] as const])).toEqual({
    ...{ mean: 1, low: null, high: null, pairs: 2, verdict: 'few' },
  })
})
