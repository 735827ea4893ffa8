import type { Language } from '#client/texts/texts.tsx'
import { numberFormat } from './intl.ts'

const units = ['B', 'KB', 'MB', 'GB']

/** `1.4 MB` in the language's own digits; steps of 1024. */
export function sizeText(bytes: number, language: Language): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1)
  const number = numberFormat(language, { maximumFractionDigits: step < 2 ? 0 : 1 })
  return `${number.format(bytes / 1024 ** step)} ${units[step]}`
}
