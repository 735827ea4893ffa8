import type { Language } from '#client/texts/texts.tsx'
import { numberFormat } from './intl.ts'

/** Lira in the locale's format: `₺5,187.49`, `5.187,49 ₺`. Rates have four decimals. */
export function formatLira(lira: number, language: Language, decimals = 2): string {
  const figure = numberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(lira)
  return language === 'tr' ? `${figure}\u00a0₺` : `₺${figure}`
}
