import { dateFormat } from '#client/components/intl.ts'
import type { Language } from '#client/texts/texts.tsx'

/** `Mon, 23 Nov 2026, 09:00 GMT+1`: in the time zone of the schedule, which is named. */
export function formatRun(iso: string, language: Language, timeZone: string | null) {
  return dateFormat(language, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    ...(timeZone !== null && { timeZone }),
  }).format(new Date(iso))
}

const DAY_MS = 86_400_000

/** Days of the schedule's calendar: a run after midnight is tomorrow, even if it is an hour away. */
export function daysUntil(iso: string, now: Date, timeZone: string | null): number {
  // This locale writes ISO dates.
  const format = new Intl.DateTimeFormat('en-CA', timeZone === null ? {} : { timeZone })
  const dayOf = (date: Date) => Date.parse(format.format(date)) / DAY_MS
  return Math.round(dayOf(new Date(iso)) - dayOf(now))
}
