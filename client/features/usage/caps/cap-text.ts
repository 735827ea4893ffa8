import type { Language } from '#client/texts/texts.tsx'
import { usdToMicro } from '#shared/money.ts'

/** A cap as it stands in its field; none is an empty field. */
export function toCapText(dollars: number | null, language: Language): string {
  if (dollars === null) {
    return ''
  }
  // Ten decimals of a float hold six of a dollar; beyond them is only noise.
  const text = String(Number(dollars.toFixed(6)))
  return language === 'tr' ? text.replace('.', ',') : text
}

/**
 * What was typed as the decimal text the server reads: `12,50` is `12.50`, empty is null. Undefined when it is no amount.
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
