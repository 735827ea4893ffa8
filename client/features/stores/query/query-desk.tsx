import { Button, Input } from '@mui/joy'
import { Columns2, CornerDownLeft, ListChecks, Plus, Search } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import type { Values } from '#client/components/node-form/node-values.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import type { ComponentChoice, DocumentStore, QueryResult } from '#shared/stores.ts'
import type { StorePaths } from '../store-paths.ts'
import { overridesOf } from './query-fields.ts'
import { QuerySettings } from './query-settings.tsx'
import { ResultList } from './result-list.tsx'
import { suggestQuestions } from './suggest-questions.ts'
import { TestSetDialog } from './test-set-dialog.tsx'
import { useSearch } from './use-search.ts'

type Props = { store: DocumentStore; template: NodeTemplate; paths: StorePaths }

/** Asks a store, with its saved settings or, side by side, with others. */
export function QueryDesk({ store, template, paths }: Props) {
  const { stores } = useTexts()
  const texts = stores.query
  const saved: Values = store.vectorStoreConfig?.config ?? {}
  const [question, setQuestion] = useState('')
  const [asked, setAsked] = useState('')
  const [trial, setTrial] = useState<Values>({})
  const [isComparing, setComparing] = useState(false)
  const [isTestOpen, setTestOpen] = useState(false)
  const testSet = trpc.stores.testSet.get.useQuery({ id: store.id })
  const first = useSearch(store.id)
  const second = useSearch(store.id)
  const overrides = overridesOf(trial, saved)

  async function retrieve(text = question, inputs = overrides) {
    const query = text.trim()
    if (query === '') {
      return
    }
    setQuestion(query)
    setAsked(query)
    await Promise.all(
      isComparing
        ? [first.search(query, undefined), second.search(query, inputs)]
        : [first.search(query, inputs)],
    )
  }

  function lower(minScore: number) {
    const next = { ...trial, minScore }
    setTrial(next)
    void retrieve(question, overridesOf(next, saved))
  }

  const retrieveText = isComparing ? texts.retrieveBoth : texts.retrieve
  const side = { store, paths, words: asked, trial, saved }
  const settings = { store, template, trial, onTrial: setTrial }
  return (
    <>
      <Head
        store={store}
        paths={paths}
        questions={testSet.data?.questions.length ?? 0}
        isComparing={isComparing}
        onCompare={() => setComparing(!isComparing)}
        onTests={() => setTestOpen(true)}
      />
      <form
        className="query-box row gap-8 surface outlined round-md"
        onSubmit={(event) => {
          event.preventDefault()
          void retrieve()
        }}
      >
        <Input
          className="grows"
          size="lg"
          name="question"
          aria-label={texts.question}
          placeholder={texts.placeholder}
          autoFocus
          autoComplete="off"
          startDecorator={<Search size={18} />}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <Button
          type="submit"
          size="lg"
          disabled={question.trim() === ''}
          endDecorator={<CornerDownLeft size={16} />}
        >
          {first.isSearching ? texts.retrieving : retrieveText}
        </Button>
      </form>
      <div className="query-view grid gap-20" data-compare={isComparing || undefined}>
        <div className="shrinks">
          {isComparing && <SideHead letter="A" title={texts.saved} {...side} values={saved} />}
          <Results
            {...side}
            asked={asked}
            outcome={first}
            other={isComparing ? second.data?.docs : undefined}
            side="A"
            onSuggest={(text) => void retrieve(text)}
            onLower={lower}
          />
        </div>
        <div className="shrinks">
          {isComparing ? (
            <Trial side={side} settings={settings} outcome={second} other={first.data?.docs} />
          ) : (
            <QuerySettings {...settings} />
          )}
        </div>
      </div>
      {isTestOpen && testSet.data && (
        <TestSetDialog
          store={store}
          testSet={testSet.data}
          inputs={overrides}
          onAsk={(text) => {
            setTestOpen(false)
            void retrieve(text)
          }}
          onClose={() => setTestOpen(false)}
        />
      )}
    </>
  )
}

type TrialProps = {
  side: SideProps
  settings: Parameters<typeof QuerySettings>[0]
  outcome: ReturnType<typeof useSearch>
  other: QueryResult['docs'] | undefined
}

/** The other side of a comparison. */
function Trial({ side, settings, outcome: { data, error }, other }: TrialProps) {
  const { stores } = useTexts()
  return (
    <>
      <SideHead letter="B" title={stores.query.trial} {...side} values={{ ...side.saved, ...side.trial }} />
      <QuerySettings {...settings} fold={data ? 'closed' : 'open'} />
      {data && <Count data={data} />}
      {data && <ResultList docs={data.docs} other={other} side="B" {...side} />}
      {error !== undefined && <Failure error={error} />}
    </>
  )
}

type DeskHeadProps = Pick<Props, 'store' | 'paths'> & {
  questions: number
  isComparing: boolean
  onCompare: () => void
  onTests: () => void
}

function Head({ store, paths, questions, isComparing, onCompare, onTests }: DeskHeadProps) {
  const { stores } = useTexts()
  const texts = stores.query
  return (
    <PageHeader
      title={texts.title}
      text={
        <>
          <Link className="text-link" to={paths.store(store.id)}>
            {store.name}
          </Link>
          {'. '}
          {texts.text}
        </>
      }
      action={
        <div className="store-buttons flex wraps gap-8">
          <Button
            variant={isComparing ? 'soft' : 'outlined'}
            color={isComparing ? 'primary' : 'neutral'}
            aria-pressed={isComparing}
            startDecorator={<Columns2 size={16} />}
            onClick={onCompare}
          >
            {texts.compare}
          </Button>
          <Button
            variant="outlined"
            color="neutral"
            startDecorator={<ListChecks size={16} />}
            onClick={onTests}
          >
            {texts.tests}
            <span className="store-cost monospace text-tertiary regular">{questions}</span>
          </Button>
        </div>
      }
    />
  )
}

type SideProps = {
  store: DocumentStore
  paths: StorePaths
  words: string
  trial: Values
  saved: Values
}

type HeadProps = SideProps & { letter: 'A' | 'B'; title: string; values: Values }

/** Settings of one side and how many test questions it answers. */
function SideHead({ letter, title, store, values, saved, trial }: HeadProps) {
  const { stores } = useTexts()
  const texts = stores.query
  const errorText = useErrorText()
  const toasts = useToasts()
  const testSet = trpc.stores.testSet.get.useQuery({ id: store.id })
  const run = trpc.stores.testSet.run.useMutation({ onError: (error) => toasts.error(errorText(error)) })
  const count = testSet.data?.questions.length ?? 0
  const overrides = letter === 'B' ? overridesOf(trial, saved) : undefined
  const tags = Object.entries(values).filter(([, value]) => typeof value !== 'object' && value !== '')
  return (
    <header className="query-side row wraps gap-8-12 surface outlined round-md">
      <b className="query-letter centered rigid round-4 semibold">{letter}</b>
      <h2>{title}</h2>
      {tags.map(([name, value]) => (
        <span
          key={name}
          className={`chunk-size text-12 round-4 ${
            overrides && Object.hasOwn(overrides, name)
              ? 'text-accent-soft backdrop-accent'
              : 'text-secondary backdrop-level1'
          }`}
        >
          {name} {String(value)}
        </span>
      ))}
      {count > 0 && (
        <Button
          size="sm"
          variant="plain"
          className="store-action pushed-right"
          disabled={run.isPending}
          onClick={() =>
            run.mutate({ id: store.id, ...(overrides && { inputs: overrides as ComponentChoice['config'] }) })
          }
        >
          {run.data ? stores.detail.found(run.data.found, count) : texts.runTests}
        </Button>
      )}
    </header>
  )
}

type ResultsProps = SideProps & {
  asked: string
  outcome: ReturnType<typeof useSearch>
  other: QueryResult['docs'] | undefined
  side: 'A' | 'B'
  onSuggest: (question: string) => void
  onLower: (minScore: number) => void
}

function Results({ asked, outcome, other, onSuggest, onLower, ...side }: ResultsProps) {
  const { stores } = useTexts()
  const texts = stores.query
  const [language] = useLanguage()
  const { data, error } = outcome
  if (error) {
    return <Failure error={error} />
  }
  if (asked === '' || !data) {
    return <Suggestions storeId={side.store.id} onAsk={onSuggest} />
  }
  const { docs, bestScore } = data
  const score = bestScore === null ? undefined : Math.floor(bestScore * 100) / 100
  return (
    <>
      <Count data={data}>
        {docs[0]?.id && <SaveQuestion storeId={side.store.id} question={asked} chunkId={docs[0].id} />}
      </Count>
      {docs.length === 0 ? (
        <EmptyState
          dashed
          title={texts.nothing}
          text={score === undefined ? texts.nothingText : texts.best(formatNumber(score, language))}
          action={
            score !== undefined && (
              <Button size="sm" variant="outlined" color="neutral" onClick={() => onLower(score)}>
                {texts.lower(formatNumber(score, language))}
              </Button>
            )
          }
        />
      ) : (
        <ResultList docs={docs} other={other} {...side} />
      )}
    </>
  )
}

function Count({ data, children }: { data: QueryResult; children?: ReactNode }) {
  const { stores } = useTexts()
  const [language] = useLanguage()
  return (
    <div className="query-head row wraps gap-8">
      <h2>{stores.query.passages(data.docs.length)}</h2>
      <span className="monospace text-13 text-tertiary" role="status">
        {formatNumber(data.timeTaken, language)} ms
      </span>
      {children}
    </div>
  )
}

function Failure({ error }: { error: unknown }): ReactNode {
  const errorText = useErrorText()
  return <FormBanner>{errorText(error)}</FormBanner>
}

function Suggestions({ storeId, onAsk }: { storeId: string; onAsk: (question: string) => void }) {
  const { stores } = useTexts()
  const texts = stores.query
  const chunks = trpc.stores.chunks.page.useQuery({ storeId, loaderId: 'all' })
  const questions = useMemo(
    () => suggestQuestions(chunks.data?.chunks.map(({ pageContent }) => pageContent) ?? [], texts.about),
    [chunks.data, texts],
  )
  return (
    <EmptyState
      dashed
      title={texts.ask}
      text={texts.askText}
      action={
        questions.length > 0 && (
          <div className="stack gap-8 items-flex-start">
            {questions.map((question) => (
              <Button
                key={question}
                size="sm"
                variant="outlined"
                color="neutral"
                className="query-suggestion"
                onClick={() => onAsk(question)}
              >
                {question}
              </Button>
            ))}
          </div>
        )
      }
    />
  )
}

function SaveQuestion({
  storeId,
  question,
  chunkId,
}: {
  storeId: string
  question: string
  chunkId: string
}) {
  const { stores } = useTexts()
  const texts = stores.query
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const testSet = trpc.stores.testSet.get.useQuery({ id: storeId })
  const saving = trpc.stores.testSet.save.useMutation({
    async onSuccess() {
      toasts.success(texts.kept)
      await utils.stores.testSet.get.invalidate()
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  const questions = testSet.data?.questions ?? []
  const isKnown = questions.some((each) => each.question === question)
  return (
    <Button
      size="sm"
      variant="plain"
      color="neutral"
      className="pushed-right"
      title={texts.keepHelp}
      startDecorator={<Plus size={14} />}
      disabled={isKnown || saving.isPending || !testSet.data}
      onClick={() => saving.mutate({ id: storeId, questions: [...questions, { question, chunkId }] })}
    >
      {isKnown ? texts.isKept : texts.keep}
    </Button>
  )
}
