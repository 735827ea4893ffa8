import type { Language } from '#client/texts/texts.tsx'
import { numberFormat } from './intl.ts'

/**
 * Dollars as the language writes them: `$48.20`, `48,20 $`. A true minus, and no-break spaces so that an amount never tears.
 * An amount too small for its decimals is said to be less than the smallest they can show: money used is never `$0.00`.
 */
export function formatMoney(dollars: number, language: Language, decimals = 2): string {
  const smallest = 10 ** -decimals
  const size = Math.abs(dollars)
  const isDust = size > 0 && size < smallest / 2
  const figure = numberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(isDust ? smallest : size)
  const sign = dollars < 0 && Number(size.toFixed(decimals)) > 0 ? '−' : ''
  const less = isDust ? '<\u00a0' : ''
  return language === 'tr' ? `${less}${sign}${figure}\u00a0$` : `${less}${sign}$${figure}`
}

/** What a balance changes by: with its sign, in cents, or whole where cents do not say it all. */
export function formatChange(dollars: number, language: Language) {
  const isWholeCents = Math.round(dollars * 1_000_000) % 10_000 === 0
  return `${dollars > 0 ? '+' : ''}${formatMoney(dollars, language, isWholeCents ? 2 : 6)}`
}

/** A balance in two decimals, cut and not rounded: a wallet never shows more than it holds, and the first answer is seen. */
export function formatBalance(dollars: number, language: Language) {
  const whole = Math.floor(Math.round(dollars * 1_000_000) / 10_000) / 100
  return formatMoney(whole === 0 ? Math.min(dollars, 0.004) : whole, language)
}

/** Balances have two decimals; what one answer costs needs more to be seen at all. */
export function formatCost(dollars: number, language: Language) {
  return formatMoney(dollars, language, dollars === 0 || Math.abs(dollars) >= 0.1 ? 2 : 4)
}

export function formatNumber(value: number, language: Language) {
  return numberFormat(language).format(value)
}
