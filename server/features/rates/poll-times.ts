const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const ISTANBUL_OFFSET_MINUTES = 3 * 60

/** Minutes of Istanbul's day, around the hour when the central bank publishes. */
const BUSY_FROM = 15 * 60 + 25
const BUSY_UNTIL = 18 * 60
const BUSY_STEP = 15
const DEFAULT_STEP = 60
const SATURDAY = 6
const SUNDAY = 0

/**
 * Next poll: often on weekday afternoons, hourly otherwise. `jitter` from 0 to 1 spreads many servers over a
 * minute.
 */
export function nextPollAt(now: Date, jitter: number): Date {
  const minutes = now.getTime() / MINUTE_MS
  const local = minutes + ISTANBUL_OFFSET_MINUTES
  const midnight = Math.floor(local / DAY_MINUTES) * DAY_MINUTES
  const weekday = new Date(midnight * MINUTE_MS).getUTCDay()
  const isWeekend = weekday === SATURDAY || weekday === SUNDAY
  return new Date((minutes + stepAt(local - midnight, isWeekend) + jitter) * MINUTE_MS)
}

function stepAt(minute: number, isWeekend: boolean) {
  if (isWeekend || minute >= BUSY_UNTIL) {
    return DEFAULT_STEP
  }
  return minute >= BUSY_FROM ? BUSY_STEP : Math.min(DEFAULT_STEP, BUSY_FROM - minute)
}
