import { expect, test } from 'vitest'
import { daysUntil } from './format-run.ts'

test.each([
  ['2026-11-25T05:30:00Z', '2026-11-24T20:00:00Z', 'Europe/Istanbul', 1],
  ['2026-11-24T21:30:00Z', '2026-11-24T20:30:00Z', 'Europe/Istanbul', 1],
  ['2026-11-24T21:30:00Z', '2026-11-24T20:30:00Z', 'UTC', 0],
  ['2026-12-01T05:30:00Z', '2026-11-24T20:00:00Z', 'Europe/Istanbul', 7],
])('a run at %s, seen at %s in %s, is %i calendar days away', (iso, now, timeZone, days) => {
  expect(daysUntil(iso, new Date(now), timeZone)).toBe(days)
})
