import { Check, Copy, History, Link, type LucideIcon } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { RunLine } from '#shared/runs.ts'
import { labelIn } from '../graph/flow-graph.ts'
import { Popup } from '../popups/popups.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useFigures } from '../store/use-figures.ts'
import { besides } from './spans.ts'

const PAGE = 20

export function RunPicker() {
  const { canvasRun } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [opener, setOpener] = useState<Element>()
  const close = useCallback(() => setOpener(undefined), [])
  const flowId = useCanvas(({ saved }) => saved?.id)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button header-icon"
        aria-label={canvasRun.runs}
        title={canvasRun.runs}
        aria-haspopup="dialog"
        aria-expanded={opener !== undefined}
        disabled={flowId === undefined}
        onClick={() => setOpener(opener ? undefined : (button.current ?? undefined))}
      >
        <History size={18} />
      </button>
      {opener && flowId && (
        <Popup at={opener} label={canvasRun.runs} width={360} onClose={close} className="run-picker" sheet>
          <RunList flowId={flowId} onChosen={close} />
        </Popup>
      )}
    </>
  )
}

function RunList({ flowId, onChosen }: { flowId: string; onChosen: () => void }) {
  const { canvasRun } = useTexts()
  const show = useShowRun()
  const shown = useCanvas(({ shownRun }) => shownRun?.id)
  const list = trpc.runs.list.useInfiniteQuery(
    { flowId, limit: PAGE },
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
  )
  const runs = list.data?.pages.flatMap((page) => page.runs) ?? []

  async function choose(runId: string) {
    await show(runId)
    onChosen()
  }

  if (list.isError) {
    return <p className="panel-empty text-tertiary">{canvasRun.runsFailed}</p>
  }
  if (list.isSuccess && runs.length === 0) {
    return <p className="panel-empty text-tertiary">{canvasRun.runsEmpty}</p>
  }
  return (
    <ul className="pad-4 scrolls unlisted">
      {runs.map((run) => (
        <li key={run.id}>
          <RunChoice run={run} isShown={run.id === shown} onChoose={() => void choose(run.id)} />
        </li>
      ))}
      {list.hasNextPage && (
        <li>
          <button type="button" className="link-button" onClick={() => void list.fetchNextPage()}>
            {canvasRun.more}
          </button>
        </li>
      )}
    </ul>
  )
}

function RunChoice({ run, isShown, onChoose }: { run: RunLine; isShown: boolean; onChoose: () => void }) {
  const { canvasRun } = useTexts()
  const { moment, duration, cost } = useFigures()
  const label = useCanvas(({ graph }) => (run.until ? (besides[run.until] ?? labelIn(graph, run.until)) : ''))
  const { state, chatType, durationMs, costMicro, question, startedDate } = run
  const words = [
    state !== 'finished' && canvasRun.states[state],
    chatType !== 'INTERNAL' && canvasRun.chatTypes[chatType],
    run.until && canvasRun.upTo(label),
    durationMs !== null && duration(durationMs),
    cost(costMicro),
  ]
  return (
    <button
      type="button"
      className="run-choice plain-button border-box block full-width round-6 pad-6-10"
      aria-current={isShown || undefined}
      onClick={onChoose}
    >
      <span className="flex spread gap-12">
        <b className="truncate medium">{question || label}</b>
        <time className="rigid text-tertiary text-12 line-18 tabular" dateTime={startedDate}>
          {moment(startedDate)}
        </time>
      </span>
      <small className="rigid text-tertiary text-12 line-18 tabular" data-state={state}>
        {words.filter(Boolean).join(' · ')}
      </small>
    </button>
  )
}

/** Shows a stored run on the canvas, unless it is the live one there. True when it is shown. */
export function useShowRun() {
  const { canvasRun } = useTexts()
  const store = useCanvasStore()
  const { client } = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  return useCallback(
    /** A run of another flow than `flowId` is not shown. */
    async (runId: string, flowId?: string): Promise<boolean> => {
      const { shownRun, showRun } = store.getState()
      if (shownRun?.isLive && shownRun.id === runId) {
        return true
      }
      try {
        const { run, events } = await client.runs.trace.query({ runId })
        if (flowId !== undefined && run.flowId !== flowId) {
          toasts.error(canvasRun.ofAnotherFlow)
          return false
        }
        showRun(
          runId,
          events.map(({ event }) => event),
        )
        return true
      } catch (error) {
        const isUnknown = flowId !== undefined && toAppError(error).code === 'NOT_FOUND'
        toasts.error(isUnknown ? canvasRun.notYours : errorText(error))
        return false
      }
    },
    [store, client, toasts, errorText, canvasRun],
  )
}

/** The URL of a run on the canvas, for users with access to the flow's runs. */
export function RunLink({ runId }: { runId: string }) {
  const { canvasRun } = useTexts()
  const flow = useCanvas(({ saved }) => saved)
  if (!flow || runId === '') {
    return null
  }
  const canvas = flow.type === 'AGENTFLOW' || flow.type === 'MULTIAGENT' ? 'agentcanvas' : 'canvas'
  const address = `${location.origin}/${canvas}/${flow.id}?run=${encodeURIComponent(runId)}`
  return <CopyButton text={address} label={canvasRun.copyLink} icon={Link} className="header-icon run-link" />
}

type Props = { text: string; label: string; icon?: LucideIcon; className?: string }

const COPIED_MS = 2_000

export function CopyButton({ text, label, icon: Icon = Copy, className = '' }: Props) {
  const { canvasRun } = useTexts()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), COPIED_MS) : undefined
    return () => clearTimeout(timer)
  }, [isCopied])
  const name = isCopied ? canvasRun.copied : label
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={name}
      title={name}
      onClick={() =>
        navigator.clipboard?.writeText(text).then(
          () => setCopied(true),
          () => undefined,
        )
      }
    >
      {isCopied ? <Check size={14} /> : <Icon size={14} />}
    </button>
  )
}
