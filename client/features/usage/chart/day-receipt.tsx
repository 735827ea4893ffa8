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
    <div className="day-receipt">
      <div className="day-head">
        <strong>{formatWeekday(day.day, language)}</strong>
        {isDearest && <span>{usage.chart.dearest}</span>}
      </div>
      <dl>
        {series.map(({ key, name, tone }, place) => (
          <ReceiptLine
            key={key}
            label={
              <span className="day-part" title={name}>
                <Swatch tone={tone} />
                <span>{name}</span>
              </span>
            }
            value={formatMoney(day.costs[place] ?? 0, language, decimals)}
          />
        ))}
      </dl>
      <dl className="day-total">
        <ReceiptLine strong label={usage.chart.total} value={formatMoney(day.total, language, decimals)} />
      </dl>
      {day.total === 0 && <p>{usage.chart.nothing}</p>}
    </div>
  )
}
