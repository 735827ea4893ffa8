import type { Language } from '#client/texts/texts.tsx'

/**
 * Parses a typed amount to plain decimal text (`1234.5`); undefined when invalid. Thousands are separated as in
 * the locale; the other locale's decimal sign is accepted unless it is ambiguous: `1,000` is a thousand in
 * English, never one.
 */
export function readAmount(text: string, language: Language): string | undefined {
  const typed = text.replaceAll(/\s/g, '')
  const [thousands, decimal] = language === 'tr' ? ['.', ','] : [',', '.']
  const [integer = '', decimals, ...more] = typed.split(decimal)
  if (more.length > 0) {
    return
  }
  const digits = readInteger(integer, thousands)
  if (digits !== undefined) {
    return decimals === undefined ? digits : joinDecimals(digits, decimals)
  }
  const [foreignWhole = '', foreignDecimals = ''] = integer.split(thousands)
  const isForeign = decimals === undefined && /^\d+$/.test(foreignWhole) && /^\d{1,2}$/.test(foreignDecimals)
  return isForeign && integer.split(thousands).length === 2 ? `${foreignWhole}.${foreignDecimals}` : undefined
}

function readInteger(text: string, thousands: string) {
  if (/^\d+$/.test(text)) {
    return text
  }
  const [first = '', ...groups] = text.split(thousands)
  const isGrouped =
    /^[1-9]\d{0,2}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? [first, ...groups].join('') : undefined
}

function joinDecimals(integer: string, decimals: string) {
  if (decimals === '') {
    return integer
  }
  return /^\d+$/.test(decimals) ? `${integer}.${decimals}` : undefined
}
