import { Check, CircleAlert, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCost, formatMoney, formatNumber } from '#client/components/format-money.ts'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
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
      <span>
        {ms < 100 ? nodes.milliseconds(Math.round(ms)) : nodes.seconds(formatSeconds(ms, language))}
      </span>
      {tokens > 0 && <span>{nodes.tokens(formatNumber(tokens, language))}</span>}
      {(costMicro > 0 || tokens > 0) && <b>{formatSpent(costMicro / 1_000_000, language)}</b>}
    </>
  )
}

/** What one node costs may be less than four decimals can say. */
function formatSpent(dollars: number, language: Language) {
  return dollars > 0 && dollars < 0.0001 ? formatMoney(dollars, language, 6) : formatCost(dollars, language)
}

function formatSeconds(ms: number, language: string) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(ms / 1_000)
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
