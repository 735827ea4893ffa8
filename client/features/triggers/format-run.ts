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
