import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import { dateFormat } from './intl.ts'

const SECOND_MS = 1_000
const units = [
  ['day', 86_400 * SECOND_MS],
  ['hour', 3_600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
] as const
const WEEK_MS = 7 * 86_400 * SECOND_MS

/** `12 min ago`, `yesterday`; after a week the date, `14 Nov`. Undefined within the last minute. */
export function formatRelativeTime(iso: string, now: Date, language: Language): string | undefined {
  const date = new Date(iso)
  const pastMs = now.getTime() - date.getTime()
  if (pastMs >= WEEK_MS || pastMs < 0) {
    const sameYear = date.getFullYear() === now.getFullYear()
    return formatDate(date, language, {
      day: 'numeric',
      month: 'short',
      ...(!sameYear && { year: 'numeric' }),
    })
  }
  const [unit, lengthMs] = units.find(([, length]) => pastMs >= length) ?? []
  if (!unit) {
    return undefined
  }
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  return format.format(-Math.floor(pastMs / lengthMs), unit).replace('.', '')
}

const DAY_MS = 86_400 * SECOND_MS
const longUnits = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
] as const

/** `2 mo ago`, without switching to dates. Undefined within the last minute. */
export function formatAge(iso: string, now: Date, language: Language): string | undefined {
  const pastMs = now.getTime() - new Date(iso).getTime()
  const [unit, lengthMs] = [...longUnits, ...units].find(([, length]) => Math.abs(pastMs) >= length) ?? []
  if (!unit) {
    return undefined
  }
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' })
  return format.format(-Math.trunc(pastMs / lengthMs), unit)
}

/** Day before month in both languages. */
export function formatDate(date: Date, language: Language, options: Intl.DateTimeFormatOptions) {
  return dateFormat(language, options).format(date)
}

/** Billing days begin at midnight in Türkiye (see platformDay), independent of the browser's time zone. */
const billingZone = 'Europe/Istanbul'

/** A billing date without time: the day under which usage counts it. */
export function formatBillingDate(iso: string, language: Language, options: Intl.DateTimeFormatOptions) {
  return formatDate(new Date(iso), language, { ...options, timeZone: billingZone })
}

/** `20 Nov 2026, 14:32 GMT+3`: a billing time with its zone. */
export function formatBillingMoment(iso: string, language: Language) {
  return formatBillingDate(iso, language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  })
}

/** `20 Nov 2026, 14:32`. */
export function formatMoment(iso: string, language: Language) {
  return formatDate(new Date(iso), language, { dateStyle: 'medium', timeStyle: 'short' })
}

/** `always` also counts weeks, months and years instead of showing the date. */
export function RelativeTime({ iso, always = false }: { iso: string; always?: boolean }) {
  const { common } = useTexts()
  const [language] = useLanguage()
  return (
    <time dateTime={iso} title={formatMoment(iso, language)}>
      {(always ? formatAge : formatRelativeTime)(iso, new Date(), language) ?? common.now}
    </time>
  )
}
