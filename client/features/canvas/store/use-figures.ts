import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { formatDate } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'

const SMALL = 100

export function useFigures() {
  const { nodes } = useTexts()
  const [language] = useLanguage()
  const seconds = (ms: number, digits = 1, withUnit = true) => {
    const figure = numberFormat(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(ms / 1_000)
    return withUnit ? nodes.seconds(figure) : figure
  }
  return {
    seconds,
    milliseconds: (ms: number, withUnit = true) =>
      withUnit ? nodes.milliseconds(Math.round(ms)) : formatNumber(Math.round(ms), language),
    duration: (ms: number) => (ms < SMALL ? nodes.milliseconds(Math.round(ms)) : seconds(ms)),
    count: (value: number) => formatNumber(value, language),
    tokens: (value: number) => nodes.tokens(formatNumber(value, language)),
    cost: (micro: number) => formatMoney(micro / 1_000_000, language),
    time: (iso: string) => formatDate(new Date(iso), language, { timeStyle: 'medium' }),
    moment: (iso: string) =>
      formatDate(new Date(iso), language, {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      }),
  }
}
