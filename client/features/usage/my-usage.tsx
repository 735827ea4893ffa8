import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { platformDay } from '#shared/dates.ts'
import type { UsageSummary } from '#shared/usage.ts'
import { BillHead, BillSkeleton } from './bill-head.tsx'
import { arrangeSeries, type Tone, toneOf } from './chart/arrange-series.ts'
import { UsageChart } from './chart/usage-chart.tsx'
import { UsageTabs } from './tables/usage-tabs.tsx'
import type { UsagePaths } from './usage-screen.tsx'
import { UsageToolbar } from './usage-toolbar.tsx'
import { type UsageView, useUsageView } from './use-usage-view.ts'

export function MyUsage({ paths }: { paths: UsagePaths }) {
  const { usage } = useTexts()
  const summary = trpc.usage.summary.useQuery()
  // The platform's date, because the browser may be in another time zone or have a wrong clock.
  const today = summary.data?.today ?? platformDay(new Date())
  const view = useUsageView(today)
  const flows = trpc.usage.byFlow.useQuery(view.range)

  return (
    <>
      <AsyncView query={summary} errorTitle={usage.head.failed} skeleton={<BillSkeleton />}>
        {(data) => <BillHead summary={data} onAdd={() => view.change({ 'add-balance': '1' })} />}
      </AsyncView>
      <UsageToolbar view={view} today={today} flows={flows.data ?? []} />
      <div className="usage-box surface outlined round-md">
        <Days view={view} today={today} summary={summary.data} flowsPath={paths.flows} />
        <UsageTabs view={view} paths={paths} toneOfFlow={useFlowTones(view)} />
      </div>
      {new Date().getTimezoneOffset() !== -180 && (
        <p className="usage-zone text-12 text-tertiary margin-8-0-0">{usage.chart.zone}</p>
      )}
    </>
  )
}

type DaysProps = {
  view: UsageView
  today: string
  summary: UsageSummary | undefined
  flowsPath: string
}

function Days({ view, today, summary, flowsPath }: DaysProps) {
  const { usage } = useTexts()
  const { scope, grouping, range, isTable, flowId } = view
  const series = trpc.usage.series.useQuery({ ...scope, by: grouping })
  const flowCaps = trpc.usage.flowCaps.useQuery(undefined, { enabled: flowId !== undefined })
  const flowCap = flowCaps.data?.find((each) => each.flowId === flowId)?.perDay
  const cap = (flowId ? flowCap : summary?.perDayCap) ?? null

  return (
    <AsyncView query={series} errorTitle={usage.chart.failed} skeleton={<ChartSkeleton />}>
      {(costs) =>
        costs.length > 0 ? (
          <UsageChart
            costs={costs}
            range={range}
            grouping={grouping}
            isTable={isTable}
            cap={cap}
            today={today}
          />
        ) : (
          <NoUsage isEver={summary?.lastFlow !== null} flowsPath={flowsPath} />
        )
      }
    </AsyncView>
  )
}

function NoUsage({ isEver, flowsPath }: { isEver: boolean; flowsPath: string }) {
  const { usage } = useTexts()
  const { empty } = usage
  return (
    <div className="usage-empty">
      {isEver ? (
        <EmptyState dashed title={empty.range} text={empty.rangeText} />
      ) : (
        <EmptyState
          dashed
          title={empty.title}
          text={empty.text}
          action={
            <Button component={Link} to={flowsPath} size="sm">
              {empty.action}
            </Button>
          }
        />
      )}
    </div>
  )
}

/** The table uses the colours of the chart stacked by flow, even while the chart is stacked by model. */
function useFlowTones({ scope }: UsageView): (key: string) => Tone {
  const series = trpc.usage.series.useQuery({ ...scope, by: 'flow' })
  const arranged = arrangeSeries(series.data ?? [], { range: scope, restName: String })
  return (key) => toneOf(arranged.series, key)
}

const heights = [
  38, 64, 42, 40, 60, 62, 54, 66, 70, 44, 58, 62, 74, 57, 69, 68, 46, 50, 84, 70, 88, 80, 64, 92,
]

function ChartSkeleton() {
  return (
    <div className="chart-skeleton flex gap-10 items-flex-end" aria-hidden="true">
      {heights.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity besides their place
        <i className="grows backdrop-level1" key={place} style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}
