import { expect, test } from 'vitest'
import {
  formatAge,
  formatBillingDate,
  formatBillingMoment,
  formatMoment,
  formatRelativeTime,
} from './relative-time.tsx'

const now = new Date('2026-11-20T14:32:00Z')

test.each([
  ['2026-11-20T14:31:30Z', undefined, undefined],
  ['2026-11-20T14:20:00Z', '12 min ago', '12 dk önce'],
  ['2026-11-20T13:00:00Z', '1 hr ago', '1 sa önce'],
  ['2026-11-19T13:00:00Z', 'yesterday', 'dün'],
  ['2026-11-10T12:00:00Z', '10 Nov', '10 Kas'],
  ['2025-11-10T12:00:00Z', '10 Nov 2025', '10 Kas 2025'],
])('%s is formatted as %s', (iso, english, turkish) => {
  expect(formatRelativeTime(iso, now, 'en')).toBe(english)
  expect(formatRelativeTime(iso, now, 'tr')).toBe(turkish)
})

test('billing dates use the Turkish time zone, and times name it', () => {
  const lateInLondon = '2026-11-22T22:30:00Z'
  expect(formatBillingDate(lateInLondon, 'en', { day: 'numeric', month: 'short' })).toBe('23 Nov')
  expect(formatBillingMoment(lateInLondon, 'en')).toBe('23 Nov 2026, 01:30 GMT+3')
  expect(formatBillingMoment(lateInLondon, 'tr')).toBe('23 Kas 2026 01:30 GMT+3')
})

test('a date and time has day, year and time', () => {
  expect(formatMoment('2026-11-20T14:32:00', 'en')).toBe('20 Nov 2026, 14:32')
})

test.each([
  ['2026-11-20T14:32:00Z', undefined],
  ['2026-11-19T13:00:00Z', 'yesterday'],
  ['2026-11-05T13:00:00Z', '2 weeks ago'],
  ['2026-08-01T00:00:00Z', '3 months ago'],
  ['2024-08-01T00:00:00Z', '2 years ago'],
])('the age of %s is always relative: %s', (iso, age) => {
  expect(formatAge(iso, now, 'en')).toBe(age)
})
