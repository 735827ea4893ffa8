export type Schedule =
  | { kind: 'never' }
  | { kind: 'hourly'; hours: number }
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; weekday: number; time: string }
  | { kind: 'cron'; cron: string }

export const scheduleKinds = ['never', 'hourly', 'daily', 'weekly', 'cron'] as const
export const hourSteps = [1, 3, 6, 12] as const

/** Reads the expressions that `writeSchedule` makes; any other stays one. */
export function readSchedule(cron: string | null): Schedule {
  if (!cron) {
    return { kind: 'never' }
  }
  const hourly = /^0 \*(?:\/(\d+))? \* \* \*$/.exec(cron)
  if (hourly) {
    return { kind: 'hourly', hours: Number(hourly[1] ?? 1) }
  }
  const timed = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6])$/.exec(cron)
  if (!timed) {
    return { kind: 'cron', cron }
  }
  const [, minute = '0', hour = '0', weekday = '*'] = timed
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  return weekday === '*' ? { kind: 'daily', time } : { kind: 'weekly', weekday: Number(weekday), time }
}

export function writeSchedule(schedule: Schedule): string | null {
  switch (schedule.kind) {
    case 'never':
      return null
    case 'hourly':
      return schedule.hours === 1 ? '0 * * * *' : `0 */${schedule.hours} * * *`
    case 'daily':
      return `${timeOf(schedule.time)} * * *`
    case 'weekly':
      return `${timeOf(schedule.time)} * * ${schedule.weekday}`
    case 'cron':
      return schedule.cron.trim()
  }
}

function timeOf(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${minute} ${hour}`
}
