import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

const at = (random: number) => ({ now: () => Date.parse('2026-11-22T18:00:00Z'), random: () => random })

test.each([
  [1, 0, 750],
  [1, 0.5, 1_000],
  [1, 1, 1_250],
  [3, 0.5, 4_000],
  [4, 0.5, 8_000],
  [5, 0.5, 15_000],
])('after attempt %i, with chance %d, the wait is %i ms', (attempt, random, waitMs) => {
  expect(backoffMs(attempt, { firstMs: 1_000, maxMs: 15_000 }, at(random))).toBe(waitMs)
})

test.each([
  ['2', 2_000],
  ['3600', 15_000],
  ['-5', 0],
  ['Sun, 22 Nov 2026 18:00:03 GMT', 3_000],
  ['Sun, 22 Nov 2026 17:00:00 GMT', 0],
  ['Mon, 23 Nov 2026 18:00:00 GMT', 15_000],
  ['soon', 1_000],
  ['', 1_000],
  [null, 1_000],
])('Retry-After %j means a wait of %i ms', (retryAfter, waitMs) => {
  expect(backoffMs(1, { firstMs: 1_000, maxMs: 15_000, retryAfter }, at(0.5))).toBe(waitMs)
})
