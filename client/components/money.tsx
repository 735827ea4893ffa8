import { useLanguage } from '#client/texts/texts.tsx'
import { formatMoney } from './format-money.ts'

export { formatMoney } from './format-money.ts'

const figures = {
  fontFamily: 'var(--joy-fontFamily-code)',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
} as const

export function Money({ dollars }: { dollars: number }) {
  const [language] = useLanguage()
  return <span style={figures}>{formatMoney(dollars, language)}</span>
}
