import { expect, test } from 'vitest'
import { formatDuration } from './figures.ts'

const english = { seconds: 's', minutes: 'min' }
const turkish = { seconds: 'sn', minutes: 'dk' }

test.each([
  [0, '0.0 s'],
  [1_804, '1.8 s'],
  [9_940, '9.9 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%i ms is formatted as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds, 'en', english)).toBe(text)
})

test('a duration is formatted for the language', () => {
  expect(formatDuration(1_804, 'tr', turkish)).toBe('1,8 sn')
})
