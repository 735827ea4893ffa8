import { Button } from '@mui/joy'
import { Square } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { Receipt } from '#client/components/receipt.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { labelOfId } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { isBelowOneMessage } from '#shared/run-values.ts'
import type { Estimate, RunEvent } from '#shared/runs.ts'
import { Popup } from '../popups/popups.ts'
import type { ShownRun } from '../store/run.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { useFigures } from '../store/use-figures.ts'
import { spansOf, useSpans } from './spans.ts'

export function RunChip() {
  const run = useCanvas(({ shownRun }) => (shownRun?.isLive ? shownRun : undefined))
  return (
    <>
      {run && <Running run={run} />}
      <RunAnnouncer />
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
    <span className="run-chip inline-row gap-8 text-accent">
      <i className="pulse rigid circle" aria-hidden="true" />
      <span className="run-figures text-13 monospace tabular one-line">
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

/** Announces the start and result of a run to screen readers. The chat announces the answer. */
function RunAnnouncer() {
  const { canvasSpoken } = useTexts()
  const { duration, cost } = useFigures()
  const run = useCanvas(({ shownRun }) => shownRun)
  const [announcedStart, setAnnouncedStart] = useState<RunEvent>()
  const isLive = run?.isLive === true
  const first = run?.events[0]
  useEffect(() => {
    if (isLive) {
      setAnnouncedStart(first)
    }
  }, [isLive, first])

  // Past runs opened for viewing are not announced.
  const hasEnded = !isLive && first !== undefined && first === announcedStart
  return (
    <p className="visually-hidden" role="status">
      {isLive ? canvasSpoken.runBegan : hasEnded && describeEnd()}
    </p>
  )

  function describeEnd() {
    const { ending, parts, durationMs, costMicro } = spansOf(run?.events ?? [])
    const all = ending ? [...parts, ending] : parts
    const nodes = new Set(all.map(({ nodeId }) => nodeId)).size
    const lastType = run?.events.at(-1)?.type
    const outcome = lastType === 'run_failed' || lastType === 'run_stopped' ? lastType : 'run_finished'
    return canvasSpoken.runEnded[outcome](nodes, duration(durationMs), cost(costMicro))
  }
}

const MICRO = 1_000_000

/** `revision` is the server's revision of the draft: the estimate is fetched again with each. */
export function CostChip({ revision }: { revision: number | undefined }) {
  const flowId = useCanvas(({ saved }) => saved?.id)
  const canRun = useCanvas(
    ({ problems, graph }) => graph.nodes.size > 0 && problems.every(({ blocking }) => !blocking),
  )
  return flowId && canRun ? <Chip flowId={flowId} revision={revision} /> : null
}

function Chip({ flowId, revision }: { flowId: string; revision: number | undefined }) {
  const { canvasRun } = useTexts()
  const { cost } = useFigures()
  const estimate = useEstimate(flowId, revision)
  const wallet = trpc.wallet.get.useQuery()
  const button = useRef<HTMLButtonElement>(null)
  const [opener, setOpener] = useState<Element>()
  const close = useCallback(() => setOpener(undefined), [])
  if (!estimate || estimate.lines.length === 0) {
    return null
  }
  const { typicalMicro } = estimate
  const isShort = wallet.data !== undefined && isBelowOneMessage(wallet.data.available, estimate)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="cost-chip wide-only"
        data-testid="cost-chip"
        data-short={isShort || undefined}
        aria-haspopup="dialog"
        aria-expanded={opener !== undefined}
        onClick={() => setOpener(opener ? undefined : (button.current ?? undefined))}
      >
        <span className="visually-hidden">{canvasRun.estimate}: </span>
        <b className="run-figures text-13 monospace tabular one-line semibold text-primary">
          {typicalMicro === null ? canvasRun.unknownPrice : canvasRun.about(cost(typicalMicro))}
        </b>
        {typicalMicro !== null && (
          <span className="run-figures text-13 monospace tabular one-line"> {canvasRun.perMessage}</span>
        )}
      </button>
      {opener && (
        <Popup at={opener} label={canvasRun.estimate} width={340} onClose={close} className="cost-popup">
          <CostReceipt estimate={estimate} available={wallet.data?.available} isShort={isShort} />
        </Popup>
      )}
    </>
  )
}

/** Refetched after a save and after a run. */
function useEstimate(flowId: string, revision: number | undefined): Estimate | undefined {
  const isLive = useCanvas(({ shownRun }) => shownRun?.isLive ?? false)
  const { data, refetch } = trpc.chat.estimate.useQuery({ flowId }, { staleTime: Infinity, retry: false })
  const previous = useRef({ revision, isLive })
  useEffect(() => {
    const before = previous.current
    previous.current = { revision, isLive }
    if (before.revision !== revision || (before.isLive && !isLive)) {
      void refetch()
    }
  }, [revision, isLive, refetch])
  return data
}

type Props = { estimate: Estimate; available: number | undefined; isShort: boolean }

function CostReceipt({ estimate, available, isShort }: Props) {
  const { canvasHabits, canvasRun } = useTexts()
  const { cost, count } = useFigures()
  const { basis, runs, lines, typicalMicro, worstMicro, cheaper } = estimate
  const formatMicro = (micro: number | null) => (micro === null ? canvasRun.unknownPrice : cost(micro))
  const messagesLeft =
    available !== undefined && typicalMicro ? Math.floor((available * MICRO) / typicalMicro) : undefined
  return (
    <Receipt
      title={canvasRun.estimate}
      lines={[
        ...lines.map(({ nodeId, label, calls, paidBy, provider, typicalMicro: micro }) => ({
          label: canvasRun.receiptLine(labelOfId(nodeId, label), calls),
          value: paidBy === 'owner' && provider !== '' ? canvasRun.ownKey : formatMicro(micro),
        })),
        { label: canvasRun.worst, value: formatMicro(worstMicro) },
      ]}
      total={{ label: canvasRun.typical, value: formatMicro(typicalMicro) }}
      foot={
        <>
          {basis === 'measured' ? canvasRun.measured(runs) : canvasRun.estimated}
          <br />
          {isShort
            ? canvasRun.balanceShort
            : messagesLeft === undefined
              ? ''
              : canvasRun.balanceLasts(count(messagesLeft))}
          {cheaper && (
            <>
              <br />
              {canvasHabits.cheaper(
                cheaper.model,
                cost(cheaper.typicalMicro),
                lines.length > 1 ? labelOfId(cheaper.nodeId, cheaper.label) : '',
              )}
            </>
          )}
        </>
      }
    />
  )
}
