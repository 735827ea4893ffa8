import { Pause, Play, SkipForward } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Receipt } from '#client/components/receipt.tsx'
import { labelOfId } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { RunEvent } from '#shared/runs.ts'
import type { ShownRun } from '../store/run.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useFigures } from '../store/use-figures.ts'
import { RunTable } from './run-table.tsx'
import { type Bill, billOf, type RunSpans, useSpans } from './spans.ts'
import { Timeline } from './timeline.tsx'

export function RunBody({ run, view }: { run: ShownRun; view: 'timeline' | 'table' | 'logs' }) {
  const spans = useSpans(run)
  return (
    <>
      <div className="run-main grows shrinks scrolls">
        {!run.isLive && <Scrubber durationMs={spans.durationMs} />}
        {view === 'timeline' && <Timeline spans={spans} />}
        {view === 'table' && <RunTable spans={spans} />}
        {view === 'logs' && <RunLogs events={run.events} />}
      </div>
      {view === 'timeline' && <RunReceipt run={run} spans={spans} />}
    </>
  )
}

export function RunReceipt({ run, spans }: { run: ShownRun; spans: RunSpans }) {
  const { canvasRun } = useTexts()
  const { cost } = useFigures()
  const own = ownKeysOf(run)
  const priceOf = ({ key, kind, costMicro, calls, reused }: Bill) => {
    if (reused === calls) {
      return canvasRun.reused
    }
    const [nodeId = ''] = key.split(' ')
    return kind === 'tool' ? canvasRun.free : own.has(nodeId) ? canvasRun.ownKey : cost(costMicro)
  }
  return (
    <aside className="run-receipt" data-testid="run-receipt">
      <Receipt
        title={canvasRun.receipt}
        aside={run.isLive ? canvasRun.soFar : undefined}
        lines={billOf(spans).map((bill) => ({
          label: canvasRun.receiptLine(bill.label, bill.calls),
          value: priceOf(bill),
        }))}
        total={{ label: canvasRun.total, value: cost(spans.costMicro) }}
      />
    </aside>
  )
}

/** Nodes with the owner's own provider credentials, which the provider bills directly. */
function ownKeysOf({ events }: ShownRun) {
  return new Set(
    events.flatMap((event) =>
      event.type === 'model_called' && event.paidBy === 'owner' ? [event.nodeId] : [],
    ),
  )
}

export function RunLogs({ events }: { events: readonly RunEvent[] }) {
  const { canvasRun } = useTexts()
  const { seconds } = useFigures()
  const store = useCanvasStore()
  const playhead = useCanvas((state) => state.playhead)
  const labels = labelsOf(events)
  return (
    <ol className="run-logs unlisted">
      {events.map((event, index) => {
        const nodeId = 'nodeId' in event ? event.nodeId : undefined
        const isAhead = playhead !== undefined && event.at > playhead
        return (
          <li
            className="grid gap-12"
            // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows, and its lines have no other name
            key={index}
            data-type={event.type}
            data-ahead={isAhead || undefined}
            onMouseEnter={() => store.getState().light(nodeId)}
            onMouseLeave={() => store.getState().light(undefined)}
          >
            <time className="text-tertiary">{seconds(event.at, 3)}</time>
            <b className="truncate regular">{nodeId ? (labels.get(nodeId) ?? nodeId) : ''}</b>
            <span className="truncate regular">
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
    case 'node_waiting':
      return event.wait.text
    case 'wait_answered':
      return [event.answer.type, event.answer.feedback].filter(Boolean).join(' · ')
    case 'items_started':
      return String(event.items.length)
    case 'item_finished':
      return String(event.index + 1)
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

/** Maximum duration of a replay. */
const MAX_PLAY_MS = 8_000
const STEPS = 200

export function Scrubber({ durationMs }: { durationMs: number }) {
  const { canvasRun } = useTexts()
  const { seconds } = useFigures()
  const store = useCanvasStore()
  const playhead = useCanvas((state) => state.playhead)
  const [playing, setPlaying] = useState(false)
  usePlaying(playing, durationMs, () => setPlaying(false))
  const at = playhead ?? durationMs

  return (
    <div className="run-scrubber row gap-8 text-tertiary surface sticky">
      <button
        type="button"
        className="icon-button header-icon"
        aria-label={playing ? canvasRun.pause : canvasRun.play}
        onClick={() => {
          if (!playing && at >= durationMs) {
            store.getState().seekTo(0)
          }
          setPlaying(!playing)
        }}
      >
        {playing ? <Pause size={16} /> : <Play size={16} />}
      </button>
      <input
        className="grows pressable flush height-24"
        type="range"
        min={0}
        max={durationMs}
        step={Math.max(1, Math.round(durationMs / STEPS))}
        value={at}
        aria-label={canvasRun.scrubber}
        aria-valuetext={canvasRun.moment(seconds(at, 2), seconds(durationMs, 2))}
        onChange={({ target }) => {
          setPlaying(false)
          const next = Number(target.value)
          store.getState().seekTo(next >= durationMs ? undefined : next)
        }}
      />
      <span className="run-figures text-13 monospace tabular one-line">
        {canvasRun.moment(seconds(at, 2), seconds(durationMs, 2))}
      </span>
      <button
        type="button"
        className="icon-button header-icon"
        aria-label={canvasRun.toEnd}
        title={canvasRun.toEnd}
        disabled={playhead === undefined}
        onClick={() => {
          setPlaying(false)
          store.getState().seekTo(undefined)
        }}
      >
        <SkipForward size={16} />
      </button>
    </div>
  )
}

function usePlaying(playing: boolean, durationMs: number, onEnd: () => void) {
  const store = useCanvasStore()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be done at the end does not restart the playing
  useEffect(() => {
    if (!playing) {
      return undefined
    }
    const pace = Math.max(1, durationMs / MAX_PLAY_MS)
    const from = store.getState().playhead ?? 0
    const startedAt = performance.now()
    let frame = requestAnimationFrame(step)
    function step() {
      const at = from + (performance.now() - startedAt) * pace
      if (at >= durationMs) {
        store.getState().seekTo(undefined)
        onEnd()
      } else {
        store.getState().seekTo(Math.round(at))
        frame = requestAnimationFrame(step)
      }
    }
    return () => cancelAnimationFrame(frame)
  }, [playing, durationMs, store])
}
