const DAY_MS = 24 * 60 * 60_000
const ISTANBUL_OFFSET_MS = 3 * 60 * 60_000
/** New bulletins appear at 15:30 in Istanbul. */
const PUBLISHED_MINUTE = 15 * 60 + 30

/** National holidays with a fixed date. */
const holidays = new Set(['01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-29'])

/** Days since 1970 in Istanbul, as a number that can be counted. */
export function dayOf(date: Date): number {
  return Math.floor((date.getTime() + ISTANBUL_OFFSET_MS) / DAY_MS)
}

export function toText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export function isBusinessDay(day: number): boolean {
  const weekday = new Date(day * DAY_MS).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.has(toText(day).slice(5))
}

export function lastPublished(now: Date): number {
  const today = dayOf(now)
  const minute = Math.floor(((now.getTime() + ISTANBUL_OFFSET_MS) % DAY_MS) / 60_000)
  let day = minute >= PUBLISHED_MINUTE ? today : today - 1
  while (!isBusinessDay(day)) {
    day -= 1
  }
  return day
}

/** `2026/192`: the number of the business day in its year. */
export function bulletinNumber(day: number): string {
  const year = toText(day).slice(0, 4)
  const first = Date.parse(`${year}-01-01T00:00:00Z`) / DAY_MS
  const count = Array.from({ length: day - first + 1 }, (_, index) => first + index).filter(isBusinessDay)
  return `${year}/${count.length}`
}
