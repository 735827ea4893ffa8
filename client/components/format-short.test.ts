import { expect, test } from 'vitest'
import { formatShort } from './format-short.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1\u00a0k'],
  [120_400, '120\u00a0k'],
  [999_999, '1\u00a0M'],
  [9_840_000, '9.84\u00a0M'],
  [1e9, '1\u00a0G'],
  [2.5e12, '2.5\u00a0T'],
  [1e15, '1\u00a0P'],
  [1e18, '1\u00a0E'],
  [-1_500, '-1.5\u00a0k'],
])('%d is shortened to %s', (count, text) => {
  expect(formatShort(count, 'en')).toBe(text)
})

test('Turkish uses a decimal comma', () => {
  expect(formatShort(9_840_000, 'tr')).toBe('9,84\u00a0M')
})
