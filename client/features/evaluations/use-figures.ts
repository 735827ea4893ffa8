import { formatMoney } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { useLanguage } from '#client/texts/texts.tsx'

/** Scores with two digits, money of answers with four, times with one. */
export function useFigures() {
  const [language] = useLanguage()
  const score = numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const tenths = numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const percent = numberFormat(language, { style: 'percent', signDisplay: 'exceptZero' })
  const signed = (value: number) =>
    `${value > 0 ? '+' : value < 0 ? '−' : ''}${score.format(Math.abs(value))}`
  return {
    score: (value: number) => score.format(value),
    signed,
    cost: (micro: number) => formatMoney(micro / 1_000_000, language, micro < 1_000 ? 6 : 4),
    total: (micro: number) => formatMoney(micro / 1_000_000, language, micro < 10_000 ? 4 : 3),
    /** `+7%` of 0.07. */
    percent: (share: number) => percent.format(share),
    seconds: (ms: number) => tenths.format(ms / 1_000),
  }
}
