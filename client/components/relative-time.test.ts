import { expect, test } from 'vitest'
import { formatMoment, formatRelativeTime } from './relative-time.tsx'

const now = new Date('2026-11-20T14:32:00Z')

test.each([
  ['2026-11-20T14:31:30Z', undefined, undefined],
  ['2026-11-20T14:20:00Z', '12 min ago', '12 dk önce'],
  ['2026-11-20T13:00:00Z', '1 hr ago', '1 sa önce'],
  ['2026-11-19T13:00:00Z', 'yesterday', 'dün'],
  ['2026-11-10T12:00:00Z', '10 Nov', '10 Kas'],
  ['2025-11-10T12:00:00Z', '10 Nov 2025', '10 Kas 2025'],
])('%s is %s', (iso, english, turkish) => {
  expect(formatRelativeTime(iso, now, 'en')).toBe(english)
  expect(formatRelativeTime(iso, now, 'tr')).toBe(turkish)
})

test('a moment has day, year and time', () => {
  expect(formatMoment('2026-11-20T14:32:00', 'en')).toBe('20 Nov 2026, 14:32')
})
