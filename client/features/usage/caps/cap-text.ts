import type { Language } from '#client/texts/texts.tsx'
import { usdToMicro } from '#shared/money.ts'

export function toCapText(dollars: number | null, language: Language): string {
  if (dollars === null) {
    return ''
  }
  // Rounded to six decimals of a dollar; further digits are floating-point noise.
  const text = String(Number(dollars.toFixed(6)))
  return language === 'tr' ? text.replace('.', ',') : text
}

/**
 * Normalizes a typed amount to the decimal text the server expects: `12,50` becomes `12.50`, empty becomes null.
 * Undefined for an invalid amount.
 */
export function readCapText(typed: string): string | null | undefined {
  const text = typed
    .trim()
    .replace(/^\$\s*|\s*\$$/g, '')
    .replace(',', '.')
  if (text === '') {
    return null
  }
  return usdToMicro.safeParse(text).success ? text : undefined
}
