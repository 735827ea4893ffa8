import { expect, test } from 'vitest'
import { listNextRuns, readSchedule, scheduledInput } from './schedule-rule.ts'

const now = new Date('2026-01-01T00:00:00Z')

function nextRuns(inputs: Record<string, unknown>, after: string, count = 3) {
  const read = readSchedule({ scheduleType: 'cronExpression', ...inputs }, new Date(after))
  if ('problem' in read) {
    throw new Error(read.problem)
  }
  return listNextRuns(read.rule, new Date(after), count).map((date) => date.toISOString().replace('.000', ''))
}

test.each([
  [
    'Europe/Berlin',
    '2026-03-28T12:00:00Z',
    ['2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z', '2026-03-31T00:30:00Z'],
  ],
  [
    'America/New_York',
    '2026-03-07T12:00:00Z',
    ['2026-03-08T07:00:00Z', '2026-03-09T06:30:00Z', '2026-03-10T06:30:00Z'],
  ],
  [
    'Europe/Istanbul',
    '2026-03-28T12:00:00Z',
    ['2026-03-28T23:30:00Z', '2026-03-29T23:30:00Z', '2026-03-30T23:30:00Z'],
  ],
])(
  'a daily time that the spring change of clocks skips runs once after the gap in %s',
  (zone, after, runs) => {
    expect(nextRuns({ scheduleCronExpression: '30 2 * * *', scheduleTimezone: zone }, after)).toEqual(runs)
  },
)

test.each([
  [
    'Europe/Berlin',
    '30 2 * * *',
    '2026-10-24T12:00:00Z',
    ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z', '2026-10-27T01:30:00Z'],
  ],
  [
    'America/New_York',
    '30 1 * * *',
    '2026-10-31T12:00:00Z',
    ['2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z', '2026-11-03T06:30:00Z'],
  ],
])('a daily time that occurs twice in autumn runs once in %s', (zone, cron, after, runs) => {
  expect(nextRuns({ scheduleCronExpression: cron, scheduleTimezone: zone }, after)).toEqual(runs)
})

test('an hourly schedule runs every hour across both changes of clocks', () => {
  const picker = { scheduleType: 'visualPicker', scheduleFrequency: 'hourly', scheduleOnMinute: 15 }
  const zone = { scheduleTimezone: 'Europe/Berlin' }

  expect(nextRuns({ ...picker, ...zone }, '2026-03-29T00:00:00Z')).toEqual([
    '2026-03-29T00:15:00Z',
    '2026-03-29T01:15:00Z',
    '2026-03-29T02:15:00Z',
  ])
  expect(nextRuns({ ...picker, ...zone }, '2026-10-25T00:00:00Z')).toEqual([
    '2026-10-25T00:15:00Z',
    '2026-10-25T01:15:00Z',
    '2026-10-25T02:15:00Z',
  ])
})

test.each([
  [{ scheduleFrequency: 'daily', scheduleOnTime: '09:05' }, ['2026-01-01T09:05:00Z', '2026-01-02T09:05:00Z']],
  [
    { scheduleFrequency: 'weekly', scheduleOnTime: '09:00', scheduleOnDayOfWeek: '["1","5"]' },
    ['2026-01-02T09:00:00Z', '2026-01-05T09:00:00Z'],
  ],
  [
    { scheduleFrequency: 'weekly', scheduleOnTime: '09:00', scheduleOnDayOfWeek: '0' },
    ['2026-01-04T09:00:00Z', '2026-01-11T09:00:00Z'],
  ],
  [
    { scheduleFrequency: 'monthly', scheduleOnTime: '00:30', scheduleOnDayOfMonth: [31] },
    ['2026-01-31T00:30:00Z', '2026-03-31T00:30:00Z'],
  ],
])('the picker %j has these next runs', (picker, runs) => {
  expect(nextRuns({ scheduleType: 'visualPicker', ...picker }, now.toISOString(), 2)).toEqual(runs)
})

test('an end date includes its whole day in the time zone of the schedule', () => {
  const schedule = { scheduleCronExpression: '0 23 * * *', scheduleTimezone: 'America/New_York' }

  expect(nextRuns({ ...schedule, scheduleEndDate: '2026-01-02' }, now.toISOString(), 9)).toEqual([
    '2026-01-01T04:00:00Z',
    '2026-01-02T04:00:00Z',
    '2026-01-03T04:00:00Z',
  ])
})

test.each([
  [{ scheduleCronExpression: '0 0 9 * * *' }, 'a cron expression of 6 fields'],
  [{ scheduleCronExpression: '*/1 * * * *' }, 'one run a minute'],
])('%j is %s', (inputs) => {
  expect(readSchedule({ scheduleType: 'cronExpression', ...inputs }, now)).toHaveProperty('rule')
})

test.each([
  [{ scheduleCronExpression: '' }, 'Choose when'],
  [{ scheduleCronExpression: 'often' }, 'not a cron expression'],
  [{ scheduleCronExpression: '0 0 0 9 * * *' }, 'not a cron expression'],
  [{ scheduleCronExpression: '61 * * * *' }, 'not a cron expression'],
  [{ scheduleCronExpression: '0,30 0 9 1 1 *' }, 'at most once a minute'],
  [{ scheduleCronExpression: '* * * * * *' }, 'at most once a minute'],
  [{ scheduleCronExpression: '0 9 * * *', scheduleTimezone: 'Mars/Olympus' }, 'does not exist'],
  [{ scheduleCronExpression: '0 9 * * *', scheduleEndDate: '2025-12-31' }, 'has ended'],
  [{ scheduleCronExpression: '0 9 * * *', scheduleEndDate: 'soon' }, 'not a date'],
  [{ scheduleType: 'visualPicker', scheduleFrequency: 'weekly', scheduleOnTime: '09:00' }, 'Choose when'],
  [{ scheduleType: 'visualPicker', scheduleFrequency: 'daily' }, 'Choose when'],
])('%j is rejected: %s', (inputs, problem) => {
  const read = readSchedule({ scheduleType: 'cronExpression', ...inputs }, now)

  expect(read).toEqual({ problem: expect.stringContaining(problem) })
})

test('a form of a schedule is read as lines of a question', () => {
  const inputs = { scheduleInputMode: 'form', scheduleFormDefaults: '{"city":"Izmir","days":3}' }

  expect(scheduledInput(inputs)).toEqual({
    mode: 'form',
    question: 'city: Izmir\ndays: 3',
    value: { city: 'Izmir', days: 3 },
  })
  expect(scheduledInput({ scheduleInputMode: 'none', scheduleDefaultInput: 'Hidden' })).toMatchObject({
    question: '',
  })
})
