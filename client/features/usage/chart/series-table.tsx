import { type Column, DataTable } from '#client/components/data-table.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { moneyDecimals } from '#shared/money-decimals.ts'
import { formatWeekday } from '../figures.ts'
import type { Day, Series } from './arrange-series.ts'

export function SeriesTable({ days, series }: { days: Day[]; series: Series[] }) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const decimals = moneyDecimals(...days.flatMap(({ costs }) => costs))
  const show = (dollars: number) => formatMoney(dollars, language, decimals)
  const columns: Column<Day>[] = [
    { id: 'day', head: usage.chart.day, cell: ({ day }) => formatWeekday(day, language), width: 120 },
    ...series.map(
      ({ key, name }, place): Column<Day> => ({
        id: key,
        head: name,
        isNumber: true,
        cell: ({ costs }) => show(costs[place] ?? 0),
      }),
    ),
    {
      id: 'total',
      head: usage.chart.total,
      isNumber: true,
      cell: ({ total }) => <strong>{show(total)}</strong>,
    },
  ]
  return (
    <div className="series-table">
      <DataTable
        label={usage.chart.tableLabel}
        columns={columns}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        language={language}
        phone={({ day, total }) => (
          <dl>
            <ReceiptLine label={formatWeekday(day, language)} value={show(total)} />
          </dl>
        )}
      />
    </div>
  )
}
