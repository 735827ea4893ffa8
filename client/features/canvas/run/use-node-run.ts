import { useMemo } from 'react'
import type { RunEvent } from '#shared/runs.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** The events of one node in the run that is shown, with the run's end for the node it concerns. Undefined without a run. */
export function useNodeRun(node: string): readonly RunEvent[] | undefined {
  const events = useCanvas(({ shownRun }) => shownRun?.events)
  return useMemo(() => events && eventsOf(events, node), [events, node])
}

/** The same of any run's events. */
export function eventsOf(events: readonly RunEvent[], node: string): RunEvent[] {
  const ending = events.findLast(({ type }) => type === 'node_started')
  const isEnding = ending?.type === 'node_started' && ending.nodeId === node
  return events.filter(
    (event) => ('nodeId' in event && event.nodeId === node) || (isEnding && event.type === 'run_finished'),
  )
}
