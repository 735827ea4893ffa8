import { numberFormat } from '#client/components/intl.ts'
import type { Language } from '#client/texts/texts.tsx'

export type DurationUnits = { seconds: string; minutes: string }

/** 0.3 s, 12 s, 2 min 5 s: the precision decreases with the length. */
export function formatDuration(milliseconds: number, language: Language, units: DurationUnits) {
  const seconds = milliseconds / 1_000
  if (seconds < 9.95) {
    return `${oneDecimal(seconds, language)} ${units.seconds}`
  }
  const rounded = Math.round(seconds)
  if (rounded < 60) {
    return `${rounded} ${units.seconds}`
  }
  return `${Math.floor(rounded / 60)} ${units.minutes} ${rounded % 60} ${units.seconds}`
}

function oneDecimal(value: number, language: Language) {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return numberFormat(language, options).format(value)
}
