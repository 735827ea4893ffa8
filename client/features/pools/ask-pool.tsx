import { IconButton, Input } from '@mui/joy'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { Money } from '#client/components/money.tsx'
import { Leader } from '#client/components/receipt.tsx'
import { ScoreBar } from '#client/components/score-bar.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Passage, Pool, PoolAnswer, PoolSearch } from '#shared/pools.ts'
import type { OpenPassages } from './passage-panel.tsx'

type Mode = 'ask' | 'search'
/** A question and its result, or what went wrong. */
type Turn = { id: number; mode: Mode; question: string; result?: PoolAnswer | PoolSearch; error?: unknown }

type Props = { pool: Pool; onOpen: (passages: OpenPassages) => void }

/** A test box: answers cite passages, which open in their source. */
export function AskPool({ pool, onOpen }: Props) {
  const { ask: texts } = useTexts().pools
  const [mode, setMode] = useState<Mode>('ask')
  const [question, setQuestion] = useState('')
  const { turns, send, isPending } = useTurns(pool.id)
  const hasText = pool.items.some(({ chunks }) => chunks > 0)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const asked = question.trim()
    if (asked !== '' && hasText && !isPending) {
      setQuestion('')
      void send(mode, asked)
    }
  }
  return (
    <section className="pool-ask surface outlined round-md clips" aria-label={texts.title}>
      <div className="pool-head row spread gap-8 line-below">
        <h2 className="flush text-14 semibold">{texts.title}</h2>
        <SegmentedControl
          label={texts.mode}
          value={mode}
          options={[
            { value: 'ask', label: texts.modes.ask },
            { value: 'search', label: texts.modes.search },
          ]}
          onChange={setMode}
        />
      </div>
      <div className="pool-turns stack gap-16" role="log" aria-label={texts.title}>
        {turns.length === 0 && <p className="flush text-13 text-tertiary">{texts.hint}</p>}
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} onOpen={onOpen} />
        ))}
      </div>
      <form className="pool-question" onSubmit={onSubmit}>
        <Input
          value={question}
          disabled={!hasText}
          placeholder={
            hasText ? (mode === 'ask' ? texts.placeholder : texts.searchPlaceholder) : texts.needSources
          }
          onChange={({ target }) => setQuestion(target.value)}
          slotProps={{ input: { 'aria-label': texts.placeholder, maxLength: 8_000 } }}
          endDecorator={
            <IconButton
              type="submit"
              size="sm"
              variant="solid"
              color="primary"
              aria-label={texts.send}
              disabled={!hasText}
              loading={isPending}
            >
              <ArrowRight size={16} />
            </IconButton>
          }
        />
      </form>
    </section>
  )
}

function useTurns(poolId: string) {
  const utils = trpc.useUtils()
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const ask = trpc.pools.ask.useMutation()
  const search = trpc.pools.search.useMutation()
  async function send(mode: Mode, question: string) {
    const id = Date.now()
    const end = (changes: Partial<Turn>) =>
      setTurns((before) => before.map((turn) => (turn.id === id ? { ...turn, ...changes } : turn)))
    setTurns((before) => [...before, { id, mode, question }])
    try {
      const result =
        mode === 'ask'
          ? await ask.mutateAsync({ poolId, question })
          : await search.mutateAsync({ poolId, query: question })
      end({ result })
    } catch (error) {
      end({ error })
    }
    void utils.wallet.invalidate()
  }
  return { turns, send, isPending: ask.isPending || search.isPending }
}

function TurnView({ turn, onOpen }: { turn: Turn; onOpen: Props['onOpen'] }) {
  const { ask: texts } = useTexts().pools
  const errorText = useErrorText()
  const { question, result, error } = turn
  return (
    <article className="grid gap-10">
      <p className="pool-bubble flush text-14 line-20 backdrop-accent text-accent-soft round-md">
        {question}
      </p>
      {error !== undefined && <FormBanner>{errorText(error)}</FormBanner>}
      {!result && error === undefined && (
        <p className="flush text-13 text-tertiary" role="status">
          {texts.thinking}
        </p>
      )}
      {result && <Result result={result} onOpen={onOpen} />}
    </article>
  )
}

function Result({ result, onOpen }: { result: PoolAnswer | PoolSearch; onOpen: Props['onOpen'] }) {
  const { ask: texts } = useTexts().pools
  const [language] = useLanguage()
  const { passages, tokens, durationMs, costMicro } = result
  const text = 'text' in result ? result.text : undefined
  const seconds = numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const open = (number: number) => {
    const place = passages.findIndex((passage) => passage.number === number)
    if (place >= 0) {
      onOpen({ passages, place })
    }
  }
  return (
    <>
      {text === '' && (
        <p className="flush text-14 line-20">
          <strong className="semibold">{texts.unanswered}</strong> {texts.unansweredText}
        </p>
      )}
      {text && <Answer text={text} passages={passages} onOpen={open} />}
      {text === undefined && (
        <p className="flush text-13 text-tertiary">
          {passages.length === 0 ? texts.nothing : texts.found(passages.length)}
        </p>
      )}
      {text !== '' && (
        <ol className="grid gap-8 unlisted flush unpadded" aria-label={texts.passages}>
          {passages.map((passage) => (
            <PassageRow
              key={passage.number}
              passage={passage}
              hasText={text === undefined}
              onOpen={() => open(passage.number)}
            />
          ))}
        </ol>
      )}
      <p className="row gap-6 flush text-12 line-16 text-tertiary">
        {texts.spent(formatNumber(tokens, language), seconds.format(durationMs / 1_000))}
        <Leader />
        <Money dollars={costMicro / 1_000_000} />
      </p>
    </>
  )
}

type AnswerProps = { text: string; passages: readonly Passage[]; onOpen: (number: number) => void }

/** The answer with a button for every citation. */
function Answer({ text, passages, onOpen }: AnswerProps) {
  const { ask: texts } = useTexts().pools
  const parts = text.split(/(\[\d+\])/)
  return (
    <p className="flush text-14 line-20 pre-wrap">
      {parts.map((part, place) => {
        const number = Number(/^\[(\d+)\]$/.exec(part)?.[1])
        const cited = passages.find((passage) => passage.number === number)
        return cited ? (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
            key={place}
            type="button"
            className="pool-cite inherits-font borderless pressable round-xs code-11"
            aria-label={texts.citation(number, cited.sourceName)}
            onClick={() => onOpen(number)}
          >
            {number}
          </button>
        ) : (
          part
        )
      })}
    </p>
  )
}

type PassageProps = { passage: Passage; hasText: boolean; onOpen: () => void }

function PassageRow({ passage, hasText, onOpen }: PassageProps) {
  const { ask: texts } = useTexts().pools
  const [language] = useLanguage()
  const { number, sourceName, page, text, score } = passage
  const place = page === null ? sourceName : `${sourceName}, ${texts.page(page)}`
  return (
    <li>
      <button
        type="button"
        className="pool-passage inherits-font text-left full-width surface outlined round-sm pressable pad-8-10 line-on-hover inherits-color"
        onClick={onOpen}
      >
        <span className="row gap-8 text-13">
          <span className="text-tertiary tabular">{number}</span>
          <span className="grows shrinks truncate medium">{place}</span>
          <ScoreBar score={score} />
          <span className="monospace text-12 tabular rigid">
            {numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(score)}
          </span>
        </span>
        {hasText && <span className="block text-13 line-18 text-secondary clamps pool-snippet">{text}</span>}
      </button>
    </li>
  )
}
