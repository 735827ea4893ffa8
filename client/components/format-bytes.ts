import type { Language } from '#client/texts/texts.tsx'
import { numberFormat } from './intl.ts'

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

/** `512 Bytes`, `1.4 MB`: steps of 1024, in the locale's number format. */
export function formatBytes(bytes: number, language: Language): string {
  const exponent = bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10)
  const step = Math.min(exponent, units.length - 1)
  const format = numberFormat(language, { maximumFractionDigits: step < 2 ? 0 : 1 })
  const unit = step === 0 && language === 'tr' ? 'bayt' : units[step]
  return `${format.format(bytes / 1024 ** step)} ${unit}`
}
