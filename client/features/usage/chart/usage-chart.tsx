import './chart.css'
import { useEffect, useMemo, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Range } from '../range.ts'
import type { Grouping } from '../use-usage-view.ts'
import { arrangeSeries, type Cost, dearestDay } from './arrange-series.ts'
import { Bars } from './bars.tsx'
import { DayReceipt } from './day-receipt.tsx'
import { SeriesTable } from './series-table.tsx'

type Props = {
  costs: readonly Cost[]
  range: Range
  grouping: Grouping
  isTable: boolean
  cap: number | null
  today: string
}

export function UsageChart({ costs, range, grouping, isTable, cap, today }: Props) {
  const { usage } = useTexts()
  const restName = usage.chart.rest[grouping]
  const { series, days } = useMemo(() => arrangeSeries(costs, { range, restName }), [costs, range, restName])
  const dearest = dearestDay(days)
  const [chosenDay, setChosenDay] = useState<string>()
  const place = days.findIndex(({ day }) => day === chosenDay)
  const chosen = place === -1 ? dearest : place
  const day = days[chosen]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another range begins with its own dearest day
  useEffect(() => setChosenDay(undefined), [range])

  if (isTable || !day) {
    return <SeriesTable days={days} series={series} />
  }
  return (
    <div className="chart grid">
      <div className="chart-plot flex shrinks relative">
        <Bars
          days={days}
          series={series}
          cap={cap}
          today={today}
          chosen={chosen}
          onChoose={(next) => setChosenDay(days[next]?.day)}
        />
      </div>
      <DayReceipt
        day={day}
        series={series}
        isDearest={chosen === dearest && day.total > 0 && days.length > 1}
      />
    </div>
  )
}
