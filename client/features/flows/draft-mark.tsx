import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'

/** Whether what is being worked on is what answers; nothing when it is. */
export function DraftMark({ draft }: Pick<FlowSummary, 'draft'>) {
  const { flows } = useTexts()
  if (draft === 'none') {
    return null
  }
  const word = flows.draftStates[draft]
  return (
    <span className="flow-state" data-draft={draft} title={flows.draftHints[draft]}>
      <StatusDot state={draft === 'never' ? 'off' : 'draft'} size={8} />
      {word}
    </span>
  )
}
