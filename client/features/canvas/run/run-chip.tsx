import { Button } from '@mui/joy'
import { Square } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ShownRun } from '../store/run.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { RunSpoken } from './run-spoken.tsx'
import { useFigures } from './use-figures.ts'
import { useSpans } from './use-spans.ts'

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
