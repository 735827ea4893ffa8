import type { Language } from '#client/texts/texts.tsx'
import type { UpsertView } from '#shared/upserts.ts'
import { formatNumber } from './format-money.ts'
import { numberFormat } from './intl.ts'
import type { DotState } from './status-dot.tsx'

const dots: Record<UpsertView['status'], DotState> = {
  PROCESSING: 'working',
  COMPLETED: 'live',
  ERROR: 'problem',
  CANCELLED: 'off',
}

export const dotOfStatus = (status: UpsertView['status']) => dots[status]

/** `6.1 s`, from a minute on `2:05`; until now while it runs. */
export function formatDuration(
  { date, endedDate }: Pick<UpsertView, 'date' | 'endedDate'>,
  language: Language,
  now = Date.now(),
) {
  const seconds = Math.max(0, ((endedDate ? Date.parse(endedDate) : now) - Date.parse(date)) / 1_000)
  if (seconds >= 60) {
    const whole = Math.round(seconds)
    return `${formatNumber(Math.floor(whole / 60), language)}:${String(whole % 60).padStart(2, '0')}`
  }
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${numberFormat(language, digits).format(seconds)}\u00a0${language === 'tr' ? 'sn' : 's'}`
}
