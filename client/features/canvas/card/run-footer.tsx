import { Check, CircleAlert, Pin, Repeat, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import { pinnedOf } from '../graph/pins.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import type { NodeRun } from '../store/run.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'

/** Time, tokens and cost of the node in the last run, or its error. */
export function RunFooter({ id }: { id: string }) {
  const { nodes, canvasRun } = useTexts()
  const run = useCanvasOf(id, (state) => state.runs.get(id))
  const store = useCanvasStore()
  const isPinned = useCanvasOf(id, ({ graph }) => pinnedOf(graph.nodes.get(id)) !== undefined)
  if (!run) {
    return isPinned ? (
      <footer className="node-run row gap-10 text-secondary line-above" data-state="pinned">
        <Pin size={13} aria-hidden="true" />
        <span className="truncate">{canvasRun.pinned}</span>
      </footer>
    ) : null
  }
  if (run.state === 'waiting') {
    return (
      <footer className="node-run row gap-10 text-secondary line-above" data-state="waiting">
        {nodes.waiting}
      </footer>
    )
  }
  if (run.state === 'parked') {
    return (
      <footer>
        <button
          type="button"
          className="node-run nodrag"
          data-state="parked"
          onClick={() => store.getState().put({ dock: 'chat' })}
        >
          {canvasRun.waitsForYou}
          <b className="pushed-right semibold text-primary">{canvasRun.answer}</b>
        </button>
      </footer>
    )
  }
  return (
    <footer>
      <button
        type="button"
        className="node-run nodrag row gap-10 text-secondary line-above full-width no-background pressable text-left"
        data-state={run.state}
        title={run.error ?? canvasRun.openLastRun}
        onClick={() => openLastRun(store, id)}
      >
        <StateMark state={run.state} />
        {isPinned && <Pin size={12} aria-label={canvasRun.pinned} />}
        {run.error === undefined ? <Figures run={run} /> : <span className="truncate">{run.error}</span>}
      </button>
    </footer>
  )
}

function openLastRun(store: CanvasStore, node: string) {
  const { select, put } = store.getState()
  select([node])
  put({ dock: 'inspector', requestedTab: { node, tab: 'run' } })
}

function StateMark({ state }: { state: NodeRun['state'] }) {
  const { nodes } = useTexts()
  const label = nodes.runStates[state]
  if (state === 'done') {
    return <Check size={13} aria-label={label} />
  }
  if (state === 'failed') {
    return <CircleAlert size={13} aria-label={label} />
  }
  return state === 'stopped' ? (
    <Square size={11} aria-label={label} />
  ) : (
    <i className="pulse rigid circle" role="img" aria-label={label} />
  )
}

function Figures({ run }: { run: NodeRun }) {
  const { nodes, canvasRun } = useTexts()
  const [language] = useLanguage()
  const ms = useElapsed(run)
  const { tokens, costMicro, reused } = run
  return (
    <>
      <span className="truncate">
        {ms < 100 ? nodes.milliseconds(Math.round(ms)) : nodes.seconds(formatSeconds(ms, language))}
      </span>
      {tokens > 0 && <span className="truncate">{nodes.tokens(formatNumber(tokens, language))}</span>}
      {reused && (
        <span className="truncate" title={canvasRun.reusedHint}>
          <Repeat size={12} aria-hidden="true" /> {canvasRun.reused}
        </span>
      )}
      {(costMicro > 0 || tokens > 0) && (
        <b className="pushed-right semibold text-primary">{formatMoney(costMicro / 1_000_000, language)}</b>
      )}
    </>
  )
}

function formatSeconds(ms: number, language: Language) {
  return numberFormat(language, { maximumFractionDigits: 1 }).format(ms / 1_000)
}

/** Elapsed time, counting up while the node runs. */
function useElapsed({ state, busyMs, still }: NodeRun): number {
  const [extraMs, setExtra] = useState(0)
  useEffect(() => {
    if (state !== 'running' || still) {
      setExtra(0)
      return undefined
    }
    const startedAt = performance.now()
    const timer = setInterval(() => setExtra(performance.now() - startedAt), 100)
    return () => clearInterval(timer)
  }, [state, still])
  return busyMs + extraMs
}
