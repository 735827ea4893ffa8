import { expect, test } from 'vitest'
import { readSchedule, type Schedule, writeSchedule } from './schedule.ts'

test.each<[string | null, Schedule]>([
  [null, { kind: 'never' }],
  ['0 * * * *', { kind: 'hourly', hours: 1 }],
  ['0 */6 * * *', { kind: 'hourly', hours: 6 }],
  ['30 7 * * *', { kind: 'daily', time: '07:30' }],
  ['0 18 * * 0', { kind: 'weekly', weekday: 0, time: '18:00' }],
  ['*/20 9-17 * * 1-5', { kind: 'cron', cron: '*/20 9-17 * * 1-5' }],
])('%s is read and written', (cron, schedule) => {
  expect(readSchedule(cron)).toEqual(schedule)
  expect(writeSchedule(schedule)).toBe(cron)
})
