import type { Language } from '#client/texts/texts.tsx'
import { numberFormat } from './intl.ts'

const units = ['', 'k', 'M', 'G', 'T', 'P', 'E']

/** `120 k`, `9.84 M`: steps of a thousand, at most three significant digits. */
export function formatShort(count: number, language: Language): string {
  const format = numberFormat(language, { maximumSignificantDigits: 3 })
  const size = Math.abs(count)
  const exponent = size < 1_000 ? 0 : Math.floor(Math.log10(Number(size.toPrecision(3))) / 3 + 1e-9)
  const step = Math.min(exponent, units.length - 1)
  return step === 0
    ? numberFormat(language).format(count)
    : `${format.format(count / 1_000 ** step)}\u00a0${units[step]}`
}
