import './upserts.css'
import { Button, Input } from '@mui/joy'
import { History, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { CornerPanel } from '#client/components/corner-panel.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { Money } from '#client/components/money.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { ScoreBar } from '#client/components/score-bar.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { type UpsertSubject, useUpserts } from '#client/components/upsert-context.ts'
import { dotOfStatus, formatDuration } from '#client/components/upsert-figures.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import type { UpsertView } from '#shared/upserts.ts'

const POLL_MS = 2_000
const FEW = 3

type Props = { id: string; subject: UpsertSubject; onClose: () => void }

/** What one upsert has changed and cost, with its chunks, and a question to try the store with. */
export function UpsertReceipt({ id, subject, onClose }: Props) {
  const { receipt: texts } = useTexts().upserts
  const host = useUpserts()
  const query = trpc.upsert.list.useQuery(
    { subjectId: subject.id, id, limit: 1 },
    { refetchInterval: ({ state }) => (state.data?.[0]?.status === 'PROCESSING' ? POLL_MS : false) },
  )
  const entry = query.data?.[0]
  return (
    <CornerPanel
      title={
        <>
          {entry && <StatusDot state={dotOfStatus(entry.status)} />}
          <Title entry={entry} subject={subject} />
        </>
      }
      actions={
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={<History size={15} />}
          onClick={() => host?.openHistory(subject)}
        >
          {texts.history}
        </Button>
      }
      footer={<Button onClick={onClose}>{texts.done}</Button>}
      onClose={onClose}
    >
      <AsyncView query={query} errorTitle={texts.loadFailed}>
        {([row]) => (row ? <Entry entry={row} subject={subject} /> : <EmptyState title={texts.gone} />)}
      </AsyncView>
    </CornerPanel>
  )
}

function Title({ entry, subject }: { entry: UpsertView | undefined; subject: UpsertSubject }) {
  const { receipt: texts } = useTexts().upserts
  const store = entry?.nodes.find((node) => node.id === entry.nodeId)?.label
  const name = subject.purpose === 'flow' ? (store ?? subject.name) : subject.name
  const titles = {
    PROCESSING: texts.running(name),
    COMPLETED: texts.upToDate(name),
    ERROR: texts.failed,
    CANCELLED: texts.cancelled,
  }
  return <span className="shrinks">{entry ? titles[entry.status] : name}</span>
}

function Entry({ entry, subject }: { entry: UpsertView; subject: UpsertSubject }) {
  const { receipt: texts } = useTexts().upserts
  const [language] = useLanguage()
  const sentence = useSentence()
  const count = (value: number) => formatNumber(value, language)
  const { counts, status, date, endedDate, by, costMicro, error } = entry
  return (
    <>
      <div className="grid gap-12">
        {error && <FormBanner>{sentence(error)}</FormBanner>}
        {counts && (
          <div className="upsert-stats grid outlined round-md">
            {(
              [
                [counts.numAdded, texts.added],
                [counts.numUpdated, texts.updated],
                [counts.numSkipped, texts.skipped],
                [counts.numDeleted, texts.deleted],
              ] as const
            ).map(([value, label]) => (
              <div key={label} className="stack shrinks">
                <strong className="tabular">{count(value)}</strong>
                <span className="text-13 text-tertiary truncate">{label}</span>
              </div>
            ))}
          </div>
        )}
        <dl className="grid gap-4 flush">
          {counts && (
            <ReceiptLine
              label={texts.inIndex}
              value={texts.chunks(counts.totalKeys, count(counts.totalKeys))}
            />
          )}
          <ReceiptLine label={texts.started} value={formatMoment(date, language)} />
          {endedDate && <ReceiptLine label={texts.time} value={formatDuration(entry, language)} />}
          <ReceiptLine label={texts.by} value={by} />
          <div className="receipt-total flex wraps spread text-13 semibold">
            <dt>{texts.paid}</dt>
            <dd>
              <Money dollars={costMicro / 1_000_000} />
            </dd>
          </div>
        </dl>
      </div>
      {status === 'COMPLETED' && <AddedChunks id={entry.id} />}
      {status === 'COMPLETED' && subject.purpose === 'flow' && (
        <TestRetrieval flowId={subject.id} nodeId={entry.nodeId} />
      )}
    </>
  )
}

function AddedChunks({ id }: { id: string }) {
  const { receipt: texts } = useTexts().upserts
  const [language] = useLanguage()
  const [isWhole, setWhole] = useState(false)
  const query = trpc.upsert.chunks.useQuery({ id })
  return (
    <section className="grid gap-4">
      <AsyncView query={query} errorTitle={texts.loadFailed}>
        {({ chunks, total }) => (
          <>
            <div className="row spread gap-12">
              <h3 className="flush text-13 semibold">{texts.changed}</h3>
              {!isWhole && chunks.length > FEW && (
                <Button size="sm" variant="plain" onClick={() => setWhole(true)}>
                  {texts.allChunks(formatNumber(total, language))}
                </Button>
              )}
            </div>
            {total === 0 && <p className="flush text-13 text-tertiary">{texts.noneAdded}</p>}
            <ul className="unlisted flush unpadded">
              {chunks.slice(0, isWhole ? undefined : FEW).map(({ pageContent, metadata }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                <li key={place} className="upsert-chunk">
                  <Passage text={pageContent} metadata={metadata} isWhole={isWhole} />
                </li>
              ))}
            </ul>
            {isWhole && chunks.length < total && (
              <p className="flush text-12 text-tertiary">
                {texts.firstChunks(formatNumber(chunks.length, language))}
              </p>
            )}
          </>
        )}
      </AsyncView>
    </section>
  )
}

type PassageProps = { text: string; metadata: Record<string, unknown>; isWhole?: boolean }

function Passage({ text, metadata, isWhole = false }: PassageProps) {
  const { receipt: texts } = useTexts().upserts
  const source = metadata.source ?? metadata.url
  const name = typeof source === 'string' ? source : ''
  const page = (metadata.loc as { pageNumber?: unknown } | undefined)?.pageNumber ?? metadata.page
  return (
    <>
      <p className={`flush text-13 line-18 ${isWhole ? 'pre-wrap breaks-anywhere' : 'truncate'}`}>{text}</p>
      {name && (
        <p className="flush text-12 line-16 text-tertiary truncate">
          {typeof page === 'number' ? texts.page(name, page) : name}
        </p>
      )}
    </>
  )
}

function TestRetrieval({ flowId, nodeId }: { flowId: string; nodeId: string }) {
  const { receipt: texts } = useTexts().upserts
  const [language] = useLanguage()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [question, setQuestion] = useState('')
  const test = trpc.upsert.testRetrieval.useMutation({ onSettled: () => void utils.wallet.invalidate() })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (question.trim() !== '') {
      test.mutate({ flowId, nodeId, question: question.trim() })
    }
  }
  return (
    <form className="grid gap-8" onSubmit={onSubmit}>
      <h3 className="flush text-13 semibold">
        {texts.test} <span className="regular text-tertiary">{texts.testPrice}</span>
      </h3>
      <Input
        value={question}
        onChange={({ target }) => setQuestion(target.value)}
        placeholder={texts.placeholder}
        startDecorator={<Search size={16} />}
        endDecorator={<kbd className="pad-0-6 code-11 text-tertiary outlined round-xs">Enter</kbd>}
        slotProps={{ input: { 'aria-label': texts.question, maxLength: 8_000 } }}
      />
      <div role="status" className="grid">
        {test.error && <FormBanner>{errorText(test.error)}</FormBanner>}
        {test.data?.passages.length === 0 && (
          <p className="flush text-13 text-tertiary">{texts.nothingFound}</p>
        )}
        <ol className="unlisted flush unpadded">
          {test.data?.passages.map(({ pageContent, metadata, score }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results are replaced as a whole
            <li key={place} className="upsert-chunk row gap-10">
              {score !== null && (
                <>
                  <ScoreBar score={score} />
                  <span className="text-12 monospace tabular rigid">
                    {formatNumber(Math.round(score * 100) / 100, language)}
                  </span>
                </>
              )}
              <span className="grows shrinks">
                <Passage text={pageContent} metadata={metadata} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </form>
  )
}
