import { expect, test } from 'vitest'
import { nextPollAt } from './poll-times.ts'

// Istanbul is three hours ahead of these times. 2026-11-20 is a Friday.
test.each([
  ['in the night, in an hour', '2026-11-20T02:00:00Z', '2026-11-20T03:00:00Z'],
  ['in the early afternoon, when it begins to matter', '2026-11-20T12:00:00Z', '2026-11-20T12:25:00Z'],
  ['a minute before that', '2026-11-20T12:24:00Z', '2026-11-20T12:25:00Z'],
  ['from 15:25 on, every quarter of an hour', '2026-11-20T12:25:00Z', '2026-11-20T12:40:00Z'],
  ['until 18:00', '2026-11-20T14:59:00Z', '2026-11-20T15:14:00Z'],
  ['and hourly again', '2026-11-20T15:00:00Z', '2026-11-20T16:00:00Z'],
  ['on Saturday, in an hour', '2026-11-21T12:30:00Z', '2026-11-21T13:30:00Z'],
  ['on Sunday, in an hour', '2026-11-22T12:30:00Z', '2026-11-22T13:30:00Z'],
  ["on Sunday night, which is Istanbul's Monday", '2026-11-22T21:30:00Z', '2026-11-22T22:30:00Z'],
  ['at New Year of Istanbul', '2026-12-31T21:00:00Z', '2026-12-31T22:00:00Z'],
])('%s', (_, now, next) => {
  expect(nextPollAt(new Date(now), 0).toISOString()).toBe(new Date(next).toISOString())
})

test('polls of servers are spread over a minute, and none is immediate', () => {
  const now = new Date('2026-11-20T12:30:00Z')

  expect(nextPollAt(now, 0.5).getTime() - nextPollAt(now, 0).getTime()).toBe(30_000)
  for (let minute = 0; minute < 14 * 24 * 60; minute += 1) {
    const at = new Date(now.getTime() + minute * 60_000)
    const waitMinutes = (nextPollAt(at, 0).getTime() - at.getTime()) / 60_000
    expect(waitMinutes).toBeGreaterThanOrEqual(1)
    expect(waitMinutes).toBeLessThanOrEqual(60)
  }
})
