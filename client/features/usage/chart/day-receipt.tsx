import { formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { moneyDecimals } from '#shared/money-decimals.ts'
import { formatWeekday } from '../figures.ts'
import type { Day, Series } from './arrange-series.ts'
import { Swatch } from './swatch.tsx'

type Props = { day: Day; series: Series[]; isDearest: boolean }

export function DayReceipt({ day, series, isDearest }: Props) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const decimals = moneyDecimals(...day.costs)
  return (
    <div className="day-receipt shrinks pad-left-20">
      <div className="day-head flex spread gap-12 text-13 line-20 margin-bottom-6">
        <strong className="semibold">{formatWeekday(day.day, language)}</strong>
        {isDearest && <span className="text-12 text-tertiary">{usage.chart.dearest}</span>}
      </div>
      <dl className="grid gap-2 one-column">
        {series.map(({ key, name, tone }, place) => (
          <ReceiptLine
            key={key}
            label={
              <span className="day-part flex gap-8 shrinks items-baseline" title={name}>
                <Swatch tone={tone} />
                <span>{name}</span>
              </span>
            }
            value={formatMoney(day.costs[place] ?? 0, language, decimals)}
          />
        ))}
      </dl>
      <dl className="day-total grid gap-2 margin-top-8 one-column">
        <ReceiptLine strong label={usage.chart.total} value={formatMoney(day.total, language, decimals)} />
      </dl>
      {day.total === 0 && <p className="text-12 text-tertiary">{usage.chart.nothing}</p>}
    </div>
  )
}
