import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'

const dots: Record<FlowSummary['draft'], DotState> = { none: 'live', ahead: 'draft', never: 'off' }

export function FlowState({ draft }: Pick<FlowSummary, 'draft'>) {
  const { flowList } = useTexts()
  return (
    <span
      className="flow-state inline-row gap-6 rigid text-12 text-secondary"
      data-draft={draft}
      title={flowList.stateHints[draft]}
    >
      <StatusDot state={dots[draft]} size={8} />
      {flowList.states[draft]}
    </span>
  )
}
