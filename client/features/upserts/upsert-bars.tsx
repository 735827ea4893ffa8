import './upserts.css'
import { Button, IconButton } from '@mui/joy'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useUpserts } from '#client/components/upsert-context.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import type { ProcessingUpsert } from '#shared/upserts.ts'
import { type BarState, type BarStatus, createUpsertBar, type UpsertBar } from './upsert-bar.ts'

const SHOWN = 2
/** A poll without a response counts as failed after this time. */
const RESPONSE_MS = 10_000

type Props = { upserts: readonly ProcessingUpsert[]; onGone: (id: string) => void }

/** One bar per upsert, newest below; all but the newest two fold. */
export function UpsertBars({ upserts, onGone }: Props) {
  const { bar: texts } = useTexts().upserts
  const [isUnfolded, setUnfolded] = useState(false)
  const hidden = isUnfolded ? 0 : Math.max(0, upserts.length - SHOWN)
  const canFold = isUnfolded && upserts.length > SHOWN
  return (
    <section className="upsert-bars stack gap-10 fixed" aria-label={texts.label}>
      {upserts.map((upsert, place) => (
        <Bar
          key={upsert.id}
          upsert={upsert}
          isFolded={place < hidden}
          onGone={onGone}
          fold={
            place === upserts.length - 1 && (hidden > 0 || canFold) ? (
              <button
                type="button"
                className="upsert-more inherits-font text-13 borderless backdrop-level1 round-sm pressable pad-0-8 min-height-24 rigid"
                aria-expanded={isUnfolded}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                {hidden > 0 ? texts.more(hidden) : texts.fewer}
              </button>
            ) : null
          }
        />
      ))}
    </section>
  )
}

type BarProps = {
  upsert: ProcessingUpsert
  /** Folded bars go on polling. */
  isFolded: boolean
  onGone: (id: string) => void
  fold: React.ReactNode
}

function Bar({ upsert, isFolded, onGone, fold }: BarProps) {
  const { common, upserts: all } = useTexts()
  const { bar: texts } = all
  const host = useUpserts()
  const { state, bar } = useBar(upsert, onGone)
  const { status, isCancelling, isUnreachable, isHiding } = state
  const { title, text } = useBarTexts(upsert, state)
  const isRunning = status === 'processing'
  function dismiss() {
    bar.stop()
    onGone(upsert.id)
  }
  const canView = !isUnreachable && (!isRunning || state.entry?.progress)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that it is pointed at
    <div
      className="upsert-bar relative clips backdrop-popup outlined round-md raised"
      hidden={isFolded}
      data-status={status}
      data-hiding={isHiding || undefined}
      data-testid="upsert-bar"
      onPointerEnter={() => bar.hold(true)}
      onPointerLeave={() => bar.hold(false)}
      onFocus={() => bar.hold(true)}
      onBlur={() => bar.hold(false)}
    >
      <div className="row gap-12">
        <StatusDot state={dots[status]} />
        <div className="grows shrinks" role={status === 'error' ? 'alert' : 'status'}>
          <p className="flush text-14 line-20 medium truncate">{title}</p>
          <p className="flush text-12 line-16 text-tertiary truncate">{text}</p>
        </div>
        {fold}
        {canView && (
          <Button
            size="sm"
            variant="plain"
            color="neutral"
            onClick={() => {
              const { id, subjectId, name, purpose } = upsert
              host?.openReceipt(id, { id: subjectId, name, purpose })
              if (!isRunning) {
                dismiss()
              }
            }}
          >
            {texts.view}
          </Button>
        )}
        {isUnreachable && (
          <Button size="sm" variant="plain" color="neutral" onClick={bar.start}>
            {common.tryAgain}
          </Button>
        )}
        {isRunning ? (
          <Button
            size="sm"
            variant="plain"
            color="neutral"
            disabled={isCancelling}
            onClick={() => void bar.cancel()}
          >
            {common.cancel}
          </Button>
        ) : (
          <IconButton size="sm" variant="plain" aria-label={common.dismiss} onClick={dismiss}>
            <X size={16} />
          </IconButton>
        )}
      </div>
      <Progress state={state} />
    </div>
  )
}

function Progress({ state: { status, entry } }: { state: BarState }) {
  const { total = null, done = 0 } = entry?.progress ?? {}
  const share = total ? Math.min(1, done / total) : undefined
  const isOpen = status === 'processing' && share === undefined
  const width = status === 'completed' ? 1 : (share ?? 1)
  return (
    <div className="upsert-track absolute" aria-hidden="true">
      <i data-open={isOpen || undefined} style={{ width: isOpen ? undefined : `${width * 100}%` }} />
    </div>
  )
}

const dots: Record<BarStatus, DotState> = {
  processing: 'working',
  completed: 'live',
  error: 'problem',
  cancelled: 'cancelled',
  idle: 'off',
}

/** The bar of one upsert, from the first render until it has gone. */
function useBar(upsert: ProcessingUpsert, onGone: (id: string) => void) {
  const { bar: texts } = useTexts().upserts
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const [state, setState] = useState<BarState>()
  // The bar outlives renders, so it reads what changes through a reference.
  const latest = useRef({ utils, toasts, errorText, texts, onGone })
  latest.current = { utils, toasts, errorText, texts, onGone }
  const { id, subjectId } = upsert
  const bar = useMemo<UpsertBar>(
    () =>
      createUpsertBar({
        async fetchLatest() {
          const query = { subjectId, id, limit: 1 }
          const signal = AbortSignal.timeout(RESPONSE_MS)
          const [entry] = await latest.current.utils.client.upsert.list.query(query, { signal })
          return entry
        },
        cancel: () => latest.current.utils.client.upsert.cancel.mutate({ id }),
        onCancelFailed(error) {
          const { toasts: shown, texts: now, errorText: textOf } = latest.current
          shown.error(now.cancelFailed(textOf(error)))
        },
        onChange(next) {
          setState(next)
          if (next.status === 'idle') {
            latest.current.onGone(id)
          }
        },
      }),
    [id, subjectId],
  )
  useEffect(() => {
    bar.start()
    return bar.stop
  }, [bar])
  const { status } = state ?? bar.state()
  useEffect(() => {
    if (status !== 'processing') {
      const { utils: caches } = latest.current
      void caches.upsert.invalidate()
      void caches.stores.invalidate()
      void caches.runs.filled.invalidate()
      void caches.wallet.invalidate()
    }
  }, [status])
  return { state: state ?? bar.state(), bar }
}

function useBarTexts(upsert: ProcessingUpsert, state: BarState) {
  const { bar: texts } = useTexts().upserts
  const sentence = useSentence()
  const running = useRunningText(upsert, state)
  const result = useResultText(state)
  const [language] = useLanguage()
  const { status, entry, isCancelling, isUnreachable } = state
  const name = storeOf(upsert, state) ?? upsert.name
  const cost = formatMoney((entry?.costMicro ?? 0) / 1_000_000, language)
  const lines: Record<BarStatus, [title: string, text: string]> = {
    processing: [isCancelling ? texts.cancelling : texts.upserting(name), running],
    completed: [texts.completed, `${result ?? name} · ${cost}`],
    error: isUnreachable
      ? [texts.unreachable, texts.unreachableText]
      : [texts.failed, sentence(entry?.error ?? name)],
    cancelled: [texts.cancelled, `${name} · ${texts.spent(cost)}`],
    idle: ['', ''],
  }
  const [title, text] = lines[status]
  return { title, text }
}

/** Label of the vector store in its flow. */
function storeOf({ purpose }: ProcessingUpsert, { entry }: BarState): string | undefined {
  return purpose === 'flow' ? entry?.nodes.find(({ id }) => id === entry.nodeId)?.label : undefined
}

function useRunningText(upsert: ProcessingUpsert, state: BarState): string {
  const { bar: texts } = useTexts().upserts
  const [language] = useLanguage()
  const elapsed = useElapsed(upsert.date, state.status === 'processing')
  const { progress } = state.entry ?? {}
  const counted =
    progress && progress.total !== null
      ? texts.progress(
          formatNumber(progress.done, language),
          formatNumber(progress.total, language),
          texts.counted[progress.unit],
        )
      : undefined
  const flow = storeOf(upsert, state) && upsert.name
  return [flow, counted, elapsed].filter(Boolean).join(' · ')
}

function useResultText({ entry }: BarState) {
  const { bar: texts } = useTexts().upserts
  const [language] = useLanguage()
  const { counts } = entry ?? {}
  const count = (value: number) => formatNumber(value, language)
  return (
    counts &&
    texts.result(
      count(counts.numAdded),
      count(counts.numUpdated),
      count(counts.numSkipped),
      count(counts.numDeleted),
    )
  )
}

const SECOND_MS = 1_000

/** `0:52` since a date, each second while it counts. */
function useElapsed(from: string, isCounting: boolean): string {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (isCounting) {
      const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
      return () => clearInterval(timer)
    }
    return undefined
  }, [isCounting])
  const seconds = Math.max(0, Math.floor((now - Date.parse(from)) / SECOND_MS))
  const rest = String(seconds % 60).padStart(2, '0')
  return `${Math.floor(seconds / 60)}:${rest}`
}
