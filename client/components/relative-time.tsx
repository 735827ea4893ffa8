import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import { dateFormat } from './intl.ts'

const SECOND_MS = 1_000
const units = [
  ['day', 86_400 * SECOND_MS],
  ['hour', 3_600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
] as const
const WEEK_MS = 7 * 86_400 * SECOND_MS

/** `12 min ago`, `yesterday`; from a week on the day itself, `14 Nov`. Undefined within the last minute. */
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

/** Day before month in both languages. */
export function formatDate(date: Date, language: Language, options: Intl.DateTimeFormatOptions) {
  return dateFormat(language, options).format(date)
}

/** `20 Nov 2026, 14:32`. */
export function formatMoment(iso: string, language: Language) {
  return formatDate(new Date(iso), language, { dateStyle: 'medium', timeStyle: 'short' })
}

export function RelativeTime({ iso }: { iso: string }) {
  const { common } = useTexts()
  const [language] = useLanguage()
  return (
    <time dateTime={iso} title={formatMoment(iso, language)}>
      {formatRelativeTime(iso, new Date(), language) ?? common.now}
    </time>
  )
}
