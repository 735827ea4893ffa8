import { Check, CircleAlert, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCost, formatNumber } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { NodeRun } from '../store/run-state.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** What the last run did with a node: time, tokens, cost; or why it failed. */
export function RunFooter({ id }: { id: string }) {
  const { nodes } = useTexts()
  const run = useCanvas((state) => state.runs.get(id))
  if (!run) {
    return null
  }
  if (run.state === 'waiting') {
    return (
      <footer className="node-run" data-state="waiting">
        {nodes.waiting}
      </footer>
    )
  }
  return (
    <footer className="node-run" data-state={run.state}>
      <StateMark state={run.state} />
      {run.error === undefined ? <Figures run={run} /> : <span title={run.error}>{run.error}</span>}
    </footer>
  )
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
    <i className="pulse" role="img" aria-label={label} />
  )
}

function Figures({ run }: { run: NodeRun }) {
  const { nodes } = useTexts()
  const [language] = useLanguage()
  const ms = useElapsed(run)
  const { tokens, costMicro } = run
  return (
    <>
      <span>{nodes.duration(formatSeconds(ms, language))}</span>
      {tokens > 0 && <span>{nodes.tokens(formatNumber(tokens, language))}</span>}
      {(costMicro > 0 || tokens > 0) && <b>{formatCost(costMicro / 1_000_000, language)}</b>}
    </>
  )
}

function formatSeconds(ms: number, language: string) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: ms < 100 ? 2 : 1 }).format(ms / 1_000)
}

/** Working time, counting on while the node is at work. */
function useElapsed({ state, busyMs }: NodeRun): number {
  const [extraMs, setExtra] = useState(0)
  useEffect(() => {
    if (state !== 'running') {
      setExtra(0)
      return undefined
    }
    const begun = performance.now()
    const timer = setInterval(() => setExtra(performance.now() - begun), 100)
    return () => clearInterval(timer)
  }, [state])
  return busyMs + extraMs
}
