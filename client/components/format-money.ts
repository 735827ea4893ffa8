import type { Language } from '#client/texts/texts.tsx'
import { moneyDecimals } from '#shared/money-decimals.ts'
import { numberFormat } from './intl.ts'

/**
 * Dollars in the notation of the language: `$48.20`, `48,20 $`, exact to the micro-dollar unless `decimals` is
 * set. Uses a true minus and no-break spaces. Amounts too small for their decimals become "less than" the smallest
 * one: usage is never shown as `$0.00`.
 */
export function formatMoney(
  dollars: number,
  language: Language,
  decimals: number = moneyDecimals(dollars),
): string {
  const smallest = 10 ** -decimals
  const size = Math.abs(dollars)
  const isDust = size > 0 && size < smallest / 2
  const figure = numberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(isDust ? smallest : size)
  const sign = dollars < 0 ? '−' : ''
  const less = isDust ? '<\u00a0' : ''
  return language === 'tr' ? `${less}${sign}${figure}\u00a0$` : `${less}${sign}$${figure}`
}

export function formatChange(dollars: number, language: Language, decimals?: number) {
  return `${dollars > 0 ? '+' : ''}${formatMoney(dollars, language, decimals)}`
}

/**
 * Formats a mean or a forecast, which is not part of any sum: four decimals where cents are too coarse, six where
 * four are.
 */
export function formatAverage(dollars: number, language: Language) {
  const size = Math.abs(dollars)
  const isExactCents = Math.abs(size * 100 - Math.round(size * 100)) < 1e-6
  return formatMoney(dollars, language, isExactCents || size >= 1 ? 2 : size < 0.001 ? 6 : 4)
}

export function formatNumber(value: number, language: Language) {
  return numberFormat(language).format(value)
}
