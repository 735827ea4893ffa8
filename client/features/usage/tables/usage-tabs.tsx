import { useId } from 'react'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Tone } from '../chart/arrange-series.ts'
import type { UsagePaths } from '../usage-screen.tsx'
import { type Tab, tabs, type UsageView } from '../use-usage-view.ts'
import { FlowUsageExport, FlowUsageTable } from './flow-usage.tsx'
import { ModelUsageExport, ModelUsageTable } from './model-usage.tsx'
import { MovementsExport } from './movements-export.tsx'
import { MovementsTable } from './movements-table.tsx'
import { PaymentsExport } from './payments-export.tsx'
import { PaymentsTable } from './payments-table.tsx'

type Props = { view: UsageView; paths: UsagePaths; toneOfFlow: (key: string) => Tone }

export function UsageTabs({ view, paths, toneOfFlow }: Props) {
  const { usage } = useTexts()
  const { tab, change } = view
  const id = useId()
  const exports: Record<Tab, React.ReactNode> = {
    flow: <FlowUsageExport view={view} />,
    model: <ModelUsageExport view={view} />,
    movements: <MovementsExport range={view.range} />,
    payments: <PaymentsExport />,
  }
  return (
    <div className="usage-tabs line-above">
      <Tabs<Tab>
        id={id}
        label={usage.tabs.label}
        value={tab}
        options={tabs.map((value) => ({ value, label: usage.tabs[value] }))}
        onChange={(next) => change({ tab: next === 'flow' ? undefined : next })}
        action={exports[tab]}
      >
        {tab === 'flow' && <FlowUsageTable view={view} toneOf={toneOfFlow} />}
        {tab === 'model' && <ModelUsageTable view={view} />}
        {tab === 'movements' && <MovementsTable />}
        {tab === 'payments' && <PaymentsTable paths={paths} />}
      </Tabs>
    </div>
  )
}
