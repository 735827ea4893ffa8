import { formatAverage, formatMoney } from '#client/components/format-money.ts'
import { formatShort } from '#client/components/format-short.ts'
import { numberFormat } from '#client/components/intl.ts'
import { formatDate } from '#client/components/relative-time.tsx'
import type { Language } from '#client/texts/texts.tsx'
import { type PriceUnit, toShownCount, toShownPrice } from '#shared/price-units.ts'

const SHORTENED = 100_000

export function formatTokens(count: number, language: Language): string {
  return count < SHORTENED ? numberFormat(language).format(count) : formatShort(count, language)
}

export function formatEach(dollars: number, count: number, language: Language): string {
  return count === 0 ? '–' : formatAverage(dollars / count, language)
}

export function formatPercent(percent: number, language: Language): string {
  const figure = numberFormat(language, { maximumFractionDigits: 2 }).format(percent)
  return language === 'tr' ? `%${figure}` : `${figure}%`
}

/** Formats dollars per million units in the displayed unit, such as `$8.00` per thousand searches. */
export const formatUnitPrice = (usdPerMillion: string, unit: PriceUnit, language: Language) =>
  formatListPrice(toShownPrice(usdPerMillion, unit), language)

/** Formats a quantity in its unit: `12`, `2.5` minutes, `$0.007` of a bill. */
export function formatUnits(count: number, unit: PriceUnit, language: Language): string {
  const shown = toShownCount(count, unit)
  if (unit === 'bill') {
    return formatMoney(shown, language, 3)
  }
  return numberFormat(language, { maximumFractionDigits: 1 }).format(
    unit === 'sound' ? Math.max(0.1, shown) : shown,
  )
}

export function formatListPrice(text: string, language: Language): string {
  const decimals = (text.split('.')[1] ?? '').replace(/0+$/, '').length
  return formatMoney(Number(text), language, Math.max(2, decimals))
}

/** Calendar days have no time zone: parsed and formatted in UTC. */
export function formatDay(day: string, language: Language, options: Intl.DateTimeFormatOptions = {}): string {
  const shape: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC', ...options }
  return formatDate(new Date(`${day}T00:00:00Z`), language, shape).replace(',', '')
}

export const formatWeekday = (day: string, language: Language) =>
  formatDay(day, language, { weekday: 'short' })

export const formatFullDay = (day: string, language: Language) =>
  formatDay(day, language, { year: 'numeric' })

const providers: Record<string, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  azure: 'Azure OpenAI',
  ollama: 'Ollama',
  groq: 'Groq',
  cohere: 'Cohere',
  tavily: 'Tavily',
  serper: 'Serper',
  brave: 'Brave Search',
  exa: 'Exa',
  serpapi: 'SerpApi',
  searchapi: 'SearchApi',
  'google-search': 'Google Custom Search',
  elevenlabs: 'ElevenLabs',
  flowtill: 'Flowtill',
}

/** Brand spelling of a provider; unknown providers as entered. */
export const providerName = (provider: string) => providers[provider] ?? provider
