import { Button } from '@mui/joy'
import { Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { ShownRun } from '../store/run.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { spansOf, useSpans } from './spans.ts'
import { useFigures } from './use-figures.ts'

/** In the header while a run goes on: how long, how much, and the way to end it. */
export function RunChip() {
  const run = useCanvas(({ shownRun }) => (shownRun?.isLive ? shownRun : undefined))
  return (
    <>
      {run && <Running run={run} />}
      <RunSpoken />
    </>
  )
}

function Running({ run }: { run: ShownRun }) {
  const { canvasRun } = useTexts()
  const { seconds, cost } = useFigures()
  const { durationMs, costMicro } = useSpans(run)
  const toasts = useToasts()
  const errorText = useErrorText()
  const stop = trpc.chat.stop.useMutation({ onError: (error) => toasts.error(errorText(error)) })
  return (
    <span className="run-chip">
      <i className="pulse" aria-hidden="true" />
      <span className="run-figures">
        {seconds(durationMs)} · {cost(costMicro)}
      </span>
      <Button
        size="sm"
        variant="soft"
        color="danger"
        disabled={run.id === '' || stop.isPending}
        startDecorator={<Square size={11} fill="currentColor" />}
        onClick={() => stop.mutate({ runId: run.id })}
        data-testid="stop-run"
      >
        {stop.isPending ? canvasRun.stopping : canvasRun.stop}
      </Button>
    </span>
  )
}

/** That a run has begun, and how it went, for those who do not see the cards light up. What it answered is the chat's to say. */
export function RunSpoken() {
  const { canvasSpoken } = useTexts()
  const { duration, cost } = useFigures()
  const run = useCanvas(({ shownRun }) => shownRun)
  const [followed, setFollowed] = useState<RunEvent>()
  const isLive = run?.isLive === true
  const first = run?.events[0]
  useEffect(() => {
    if (isLive) {
      setFollowed(first)
    }
  }, [isLive, first])

  // A past one that is looked at says nothing of itself.
  const hasEnded = !isLive && first !== undefined && first === followed
  return (
    <p className="visually-hidden" role="status">
      {isLive ? canvasSpoken.runBegan : hasEnded && ended()}
    </p>
  )

  function ended() {
    const { ending, parts, durationMs, costMicro } = spansOf(run?.events ?? [])
    const all = ending ? [...parts, ending] : parts
    const nodes = new Set(all.map(({ nodeId }) => nodeId)).size
    const way = run?.events.at(-1)?.type
    const word = way === 'run_failed' || way === 'run_stopped' ? way : 'run_finished'
    return canvasSpoken.runEnded[word](nodes, duration(durationMs), cost(costMicro))
  }
}
