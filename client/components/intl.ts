import type { Language } from '#client/texts/texts.tsx'

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

/** Cached per format: creating a formatter costs as much as a hundred uses, and tables need many. */
export function numberFormat(language: Language, options: Intl.NumberFormatOptions = {}) {
  return remember(numbers, language, options, () => new Intl.NumberFormat(language, options))
}

/** Day before month in both languages. */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  return remember(dates, language, options, () => {
    return new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', options)
  })
}

function remember<Format>(
  known: Map<string, Format>,
  language: Language,
  options: object,
  make: () => Format,
) {
  const key = `${language} ${JSON.stringify(options)}`
  const format = known.get(key) ?? make()
  known.set(key, format)
  return format
}
