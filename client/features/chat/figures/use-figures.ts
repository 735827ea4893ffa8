import { formatMoney } from '#client/components/format-money.ts'
import { dateFormat, numberFormat } from '#client/components/intl.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { formatDuration } from './figures.ts'

export function useFigures() {
  const { chat } = useTexts()
  const [language] = useLanguage()
  const units = { seconds: chat.secondsUnit, minutes: chat.minutesUnit }
  return {
    duration: (milliseconds: number) => formatDuration(milliseconds, language, units),
    tokens: (count: number) => chat.tokens(numberFormat(language).format(count)),
    cost: (dollars: number) => formatMoney(dollars, language),
    count: (value: number) => numberFormat(language).format(value),
    time: (iso: string) => dateFormat(language, { timeStyle: 'short' }).format(new Date(iso)),
  }
}
