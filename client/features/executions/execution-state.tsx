import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Visit } from '#shared/executions.ts'

type State = Visit['state'] | 'uncertain'

export const dots: Record<State, DotState> = {
  running: 'working',
  waiting: 'waiting',
  uncertain: 'problem',
  finished: 'live',
  failed: 'problem',
  stopped: 'off',
}

export function ExecutionState({ state }: { state: State }) {
  const { executions } = useTexts()
  return (
    <span className="execution-state inline-row gap-6 text-13 regular one-line" data-state={state}>
      <StatusDot state={dots[state]} />
      {executions.states[state]}
    </span>
  )
}
