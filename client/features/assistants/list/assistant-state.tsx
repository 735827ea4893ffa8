import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { AssistantCard } from '#shared/assistants.ts'

const dots: Record<AssistantCard['draft'], DotState> = { none: 'live', ahead: 'draft', never: 'off' }

export function AssistantState({ draft }: Pick<AssistantCard, 'draft'>) {
  const { states } = useTexts().assistants.custom
  return (
    <span className="inline-row gap-6 rigid text-12 text-secondary">
      <StatusDot state={dots[draft]} size={8} />
      {states[draft]}
    </span>
  )
}
