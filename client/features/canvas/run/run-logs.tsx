import { labelOfId } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { RunEvent } from '#shared/runs.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useFigures } from './use-figures.ts'

/** The run as it told itself, line by line. */
export function RunLogs({ events }: { events: readonly RunEvent[] }) {
  const { canvasRun } = useTexts()
  const { seconds } = useFigures()
  const store = useCanvasStore()
  const playhead = useCanvas((state) => state.playhead)
  const labels = labelsOf(events)
  return (
    <ol className="run-logs">
      {events.map((event, index) => {
        const nodeId = 'nodeId' in event ? event.nodeId : undefined
        const isAhead = playhead !== undefined && event.at > playhead
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows, and its lines have no other name
            key={index}
            data-type={event.type}
            data-ahead={isAhead || undefined}
            onMouseEnter={() => store.getState().light(nodeId)}
            onMouseLeave={() => store.getState().light(undefined)}
          >
            <time>{seconds(event.at, 3)}</time>
            <b>{nodeId ? (labels.get(nodeId) ?? nodeId) : ''}</b>
            <span>
              {event.type in canvasRun.logLines
                ? canvasRun.logLines[event.type as keyof typeof canvasRun.logLines]
                : event.type}{' '}
              {detailOf(event, canvasRun.uses)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function labelsOf(events: readonly RunEvent[]) {
  return new Map(
    events.flatMap((event) =>
      event.type === 'node_started' ? [[event.nodeId, labelOfId(event.nodeId, event.label)] as const] : [],
    ),
  )
}

function detailOf(event: RunEvent, uses: Readonly<Record<string, string>>): string {
  switch (event.type) {
    case 'run_started':
      return event.question
    case 'model_called':
    case 'model_reused':
      return event.model
    case 'model_finished':
      return event.reply.text || (event.reply.toolCalls ?? []).map(({ name }) => name).join(', ')
    case 'tool_called':
      return `${event.tool} ${JSON.stringify(event.args)}`
    case 'tool_finished':
      return event.text
    case 'handle_called':
    case 'handle_finished':
      return uses[event.use] ?? event.use
    case 'node_failed':
    case 'run_failed':
      return event.message
    default:
      return ''
  }
}
