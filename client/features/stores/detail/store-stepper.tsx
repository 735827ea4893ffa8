import { Button } from '@mui/joy'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { formatDate } from '#client/components/relative-time.tsx'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { DocumentStore } from '#shared/stores.ts'
import {
  doneSteps,
  hasFailed,
  isConfigured,
  isTested,
  isWorking,
  nextOf,
  type Step,
  stepOf,
  steps,
} from '../parts/next-step.ts'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { stepKinds } from '../parts/step-thread.tsx'
import type { StorePaths } from '../store-paths.ts'

type Note = { dot: DotState; text: string }
type Content = { figure: string; note?: Note | undefined; links: ReactNode; bar?: ReactNode }

type Props = {
  store: DocumentStore
  paths: StorePaths
  onAdd: () => void
  onUpsert: () => void
}

/** The way of a store from sources to answers: figures, state and what can be done at each step. */
export function StoreStepper(props: Props) {
  const { stores: texts } = useTexts()
  const { store } = props
  const done = doneSteps(store)
  const next = isWorking(store.status) ? undefined : stepOf(nextOf(store))
  const contents: Record<Step, Content> = {
    sources: useSources(props),
    chunks: useChunks(props),
    index: useIndex(props),
    test: useTest(props),
  }
  return (
    <ol className="store-steps grid unpadded unlisted surface outlined round-md" aria-label={texts.stepper}>
      {steps.map((step, place) => {
        const { figure, note, links, bar } = contents[step]
        return (
          <li
            key={step}
            className="store-step stack relative"
            data-next={step === next || undefined}
            data-done={done.has(step) || undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            <h2 className="row gap-10">
              <KindGlyph kind={stepKinds[step]} size={12} open={!done.has(step)} silent />
              <span>
                {place + 1} {texts.steps[step]}
              </span>
              {step === next && (
                <span className="store-next text-12 semibold text-accent-soft backdrop-accent round-4">
                  {texts.isNext}
                </span>
              )}
            </h2>
            <p className="text-13 line-20">{figure}</p>
            <p className="store-note row gap-8 text-12 line-16 text-secondary">
              {note && (
                <>
                  <StatusDot state={note.dot} size={9} />
                  <span>{note.text}</span>
                </>
              )}
            </p>
            {bar}
            <div className="store-links row wraps gap-4-12">{links}</div>
          </li>
        )
      })}
    </ol>
  )
}

function useSources({ store: { loaders }, onAdd }: Props): Content {
  const { stores: texts } = useTexts()
  const read = loaders.filter(({ totalChunks, error }) => totalChunks > 0 && error === null).length
  const failed = loaders.filter(hasFailed).length
  const reading = loaders.filter(({ status }) => status === 'SYNCING').length
  const note = noteOf([
    failed > 0 && { dot: 'problem', text: texts.detail.failed(failed, reading) },
    reading > 0 && { dot: 'working', text: texts.detail.reading(reading) },
    loaders.length > 0 && read === loaders.length && { dot: 'live', text: texts.detail.allRead },
  ])
  return {
    figure: loaders.length === 0 ? texts.noSources : texts.detail.read(read, loaders.length),
    note,
    links: (
      <Button size="sm" variant="plain" className="store-action" onClick={onAdd}>
        {texts.detail.addSource}
      </Button>
    ),
  }
}

function useChunks({ store, paths }: Props): Content {
  const { stores: texts } = useTexts()
  const [language] = useLanguage()
  const { totalChunks, totalChars, id } = store
  if (totalChunks === 0) {
    return { figure: texts.detail.noChunks, links: null }
  }
  return {
    figure: texts.detail.chunks(
      formatNumber(totalChunks, language),
      totalChunks,
      formatNumber(Math.round(totalChars / totalChunks), language),
    ),
    note: { dot: 'live', text: texts.detail.allStored },
    links: <StepLink to={paths.chunks(id, 'all')}>{texts.detail.viewChunks}</StepLink>,
  }
}

function useIndex({ store, paths, onUpsert }: Props): Content {
  const { stores: texts } = useTexts()
  const [language] = useLanguage()
  const indexFigure = useIndexFigure(store)
  const { id, totalChunks, pendingChunks, upsert, status } = store
  const figure = (count: number) => formatNumber(count, language)
  if (!isConfigured(store)) {
    return {
      figure: texts.detail.noIndex,
      links: <StepLink to={paths.index(id)}>{texts.detail.chooseIndex}</StepLink>,
    }
  }
  const isUpserting = status === 'UPSERTING'
  const { done = 0, total } = upsert?.progress ?? {}
  const all = total ?? totalChunks
  const note = noteOf([
    isUpserting && { dot: 'storing', text: texts.next.upserting(done, all) },
    status === 'UPSERTED' && { dot: 'live', text: texts.detail.upToDate },
    pendingChunks > 0 && { dot: 'draft', text: texts.next.embed(pendingChunks) },
    totalChunks > 0 && { dot: 'news', text: texts.next.upsert },
  ])
  const canUpsert = !isWorking(status) && status !== 'UPSERTED' && totalChunks > 0
  return {
    figure: indexFigure,
    note,
    bar: isUpserting && <ProgressBar label={texts.next.upserting(done, all)} done={done} total={all} />,
    links: (
      <>
        {canUpsert && (
          <Button size="sm" variant="plain" className="store-action" onClick={onUpsert}>
            {pendingChunks > 0
              ? texts.upsertChunks(figure(pendingChunks), pendingChunks)
              : texts.detail.upsert}
          </Button>
        )}
        <StepLink to={paths.index(id)}>{texts.detail.settings}</StepLink>
      </>
    ),
  }
}

function useIndexFigure({ indexedChunks, upsertedDate, totalChunks }: DocumentStore): string {
  const { stores: texts } = useTexts()
  const [language] = useLanguage()
  if (indexedChunks !== null) {
    return texts.detail.indexed(formatNumber(indexedChunks, language), formatNumber(totalChunks, language))
  }
  return upsertedDate === null
    ? texts.detail.nothingUpserted
    : texts.detail.upserted(dayOf(upsertedDate, language))
}

function useTest({ store, paths }: Props): Content {
  const { stores: texts } = useTexts()
  const [language] = useLanguage()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const run = trpc.stores.testSet.run.useMutation({
    onSuccess: () => utils.stores.invalidate(),
    onError: (error) => toasts.error(errorText(error)),
  })
  const { id, tested, upsertedDate } = store
  if (upsertedDate === null) {
    return { figure: texts.detail.testLater, links: null }
  }
  const day = tested && dayOf(tested.date, language)
  return {
    figure: tested ? texts.detail.found(tested.found, tested.total) : texts.detail.noTest,
    note: day
      ? isTested(store)
        ? { dot: 'live', text: texts.detail.tested(day) }
        : { dot: 'draft', text: texts.detail.testedBefore(day) }
      : undefined,
    links: (
      <>
        {tested && (
          <Button
            size="sm"
            variant="plain"
            className="store-action"
            disabled={run.isPending}
            onClick={() => run.mutate({ id })}
          >
            {run.isPending ? texts.detail.testing : texts.detail.testAgain}
          </Button>
        )}
        <StepLink to={paths.query(id)}>{texts.query.title}</StepLink>
      </>
    ),
  }
}

function StepLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="store-action no-underline underlined-on-hover text-accent text-13 medium" to={to}>
      {children}
    </Link>
  )
}

const noteOf = (notes: (Note | false)[]) => notes.find((note) => note !== false) || undefined

function dayOf(iso: string, language: 'en' | 'tr') {
  return formatDate(new Date(iso), language, { day: 'numeric', month: 'short' })
}
