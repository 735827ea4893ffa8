import { Cron } from 'croner'
import { isRecord, parseJson } from '#shared/json.ts'

export type ScheduleRule = { cron: string; timezone: string; endDate: Date | undefined }

const MIN_INTERVAL_MS = 60_000
/** A field of seconds with two values has two runs within one minute, and the third may be a year later. */
const COMPARED_RUNS = 3

/** Reads the schedule of a start node. `problem` is a sentence for the author. */
export function readSchedule(
  inputs: Readonly<Record<string, unknown>>,
  now: Date,
): { rule: ScheduleRule } | { problem: string } {
  const timezone = textOf(inputs.scheduleTimezone) || 'UTC'
  if (!isTimezone(timezone)) {
    return { problem: `The time zone ${timezone} does not exist.` }
  }
  const cron = inputs.scheduleType === 'cronExpression' ? cronOf(inputs) : pickedCron(inputs)
  if (!cron) {
    return { problem: 'Choose when the schedule runs.' }
  }
  if (!isCron(cron)) {
    return { problem: `“${cron}” is not a cron expression of 5 or 6 fields.` }
  }
  const endDate = endOf(textOf(inputs.scheduleEndDate), timezone)
  if (endDate === null) {
    return { problem: 'The end date of the schedule is not a date.' }
  }
  const rule = { cron, timezone, endDate }
  const next = listNextRuns({ ...rule, endDate: undefined }, now, COMPARED_RUNS)
  if (
    next.some(
      (date, index) => index > 0 && date.getTime() - (next[index - 1]?.getTime() ?? 0) < MIN_INTERVAL_MS,
    )
  ) {
    return { problem: 'A schedule runs at most once a minute.' }
  }
  return listNextRuns(rule, now, 1).length === 0 ? { problem: 'The schedule has ended.' } : { rule }
}

/**
 * The next runs after a date. A fixed time that a change of clocks skips runs at the first time after the gap, and
 * one that occurs twice runs once.
 */
export function listNextRuns({ cron, timezone, endDate }: ScheduleRule, after: Date, count: number): Date[] {
  return open(cron, { timezone, ...(endDate && { stopAt: endDate }) }).nextRuns(count, after)
}

function open(cron: string, options: { timezone?: string; stopAt?: Date }) {
  return new Cron(cron, { mode: '5-or-6-parts', fixedTimeRule: 'no-wildcard', ...options })
}

function isCron(cron: string) {
  try {
    open(cron, {})
    return true
  } catch {
    return false
  }
}

function isTimezone(timeZone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

function cronOf({ scheduleCronExpression }: Readonly<Record<string, unknown>>) {
  return textOf(scheduleCronExpression).trim().replaceAll(/\s+/g, ' ')
}

function pickedCron(inputs: Readonly<Record<string, unknown>>): string | undefined {
  const frequency = textOf(inputs.scheduleFrequency)
  if (frequency === 'hourly') {
    const minute = Number(inputs.scheduleOnMinute ?? 0)
    return Number.isInteger(minute) && minute >= 0 && minute < 60 ? `${minute} * * * *` : undefined
  }
  const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(textOf(inputs.scheduleOnTime)) ?? []
  const time = hour && minute && `${Number(minute)} ${Number(hour)}`
  const days = (list: unknown, last: number) => daysIn(list, last).join(',')
  const dates: Record<string, string> = {
    daily: '* * *',
    weekly: `* * ${days(inputs.scheduleOnDayOfWeek, 7)}`,
    monthly: `${days(inputs.scheduleOnDayOfMonth, 31)} * *`,
  }
  const date = dates[frequency]
  return time && date && !/^ | $/.test(date) ? `${time} ${date}` : undefined
}

/** Days as a list, as JSON or separated by commas. */
function daysIn(value: unknown, last: number): number[] {
  const listed = Array.isArray(value)
    ? value
    : textOf(value).startsWith('[')
      ? parseJson(textOf(value))
      : undefined
  const days = Array.isArray(listed) ? listed : textOf(value).split(',')
  return days
    .map((day) => (textOf(day).trim() === '' ? Number.NaN : Number(day)))
    .filter((day) => Number.isInteger(day) && day >= 0 && day <= last)
}

/** A date without time includes that day. Null when it is no date. */
function endOf(text: string, timezone: string): Date | undefined | null {
  if (text === '') {
    return undefined
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const nextDay = new Date(`${text}T00:00:00Z`)
    if (Number.isNaN(nextDay.getTime())) {
      return null
    }
    nextDay.setUTCDate(nextDay.getUTCDate() + 1)
    return new Cron(nextDay.toISOString().slice(0, 19), { timezone }).nextRun(new Date(0)) ?? null
  }
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The question and the value a scheduled run starts with. */
export function scheduledInput(inputs: Readonly<Record<string, unknown>>) {
  const mode = inputs.scheduleInputMode ?? 'text'
  if (mode === 'form') {
    const given = inputs.scheduleFormDefaults
    const form = typeof given === 'string' ? parseJson(given) : given
    const value = isRecord(form) ? form : {}
    const lines = Object.entries(value).map(
      ([name, item]) => `${name}: ${typeof item === 'string' ? item : JSON.stringify(item)}`,
    )
    return { mode: 'form' as const, question: lines.join('\n'), value }
  }
  const question = mode === 'text' ? textOf(inputs.scheduleDefaultInput) : ''
  return { mode: mode === 'text' ? ('text' as const) : ('none' as const), question, value: question }
}
