import type { EvaluatedStep } from '#shared/evaluations.ts'
import type { RunEvent } from '#shared/runs.ts'

const MAX_STEPS = 60

/** What an answer did before it was given: the nodes it visited and the tools they called, with their times. */
export function readSteps(events: readonly RunEvent[]): EvaluatedStep[] {
  return events
    .flatMap((event, place): EvaluatedStep[] => {
      const later = events.slice(place + 1)
      if (event.type === 'tool_called') {
        const end = later.find((each) => each.type === 'tool_finished' && each.callId === event.callId)
        return [
          {
            ...{ kind: 'tool', label: event.tool, isSimulated: event.isSimulated === true },
            ms: end ? end.at - event.at : null,
          },
        ]
      }
      if (event.type === 'node_started') {
        const end = later.find((each) => each.type === 'node_finished' && each.nodeId === event.nodeId)
        return [{ kind: 'node', label: event.label, isSimulated: false, ms: end ? end.at - event.at : null }]
      }
      return []
    })
    .slice(0, MAX_STEPS)
}
