import { Option, Select } from '@mui/joy'
import { useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatAverage, formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { DocumentStore, Preview } from '#shared/stores.ts'
import { ChunkFacts } from '../parts/chunk-facts.tsx'
import { isConfigured } from '../parts/next-step.ts'
import { Histogram } from './histogram.tsx'
import { markOverlaps } from './overlap.ts'
import { describeSizes, HUGE, TINY } from './sizes.ts'
import type { PreviewState } from './use-preview.ts'

type Props = {
  store: DocumentStore
  preview: PreviewState
  isReady: boolean
  shown: number
  onShown: (count: number) => void
  /** Leaves out chunks that are too short to answer anything. */
  onSkipTiny: () => void
}

const counts = [20, 50, 100, 500]
/** Characters of a token, as the server estimates. */
const CHARS_PER_TOKEN = 3.6

export function PreviewPane({ store, preview, isReady, shown, onShown, onSkipTiny }: Props) {
  const { stores } = useTexts()
  const texts = stores.source
  const [language] = useLanguage()
  const errorText = useErrorText()
  const list = useRef<HTMLOListElement>(null)
  const { data, error, isRunning, isOutdated } = preview
  const state = isRunning ? texts.running : isOutdated ? texts.outdated : texts.upToDate

  function show(fits: (length: number) => boolean) {
    const place = data?.chunks.findIndex(({ pageContent }) => fits(pageContent.length)) ?? -1
    const card = list.current?.children[place]
    if (card instanceof HTMLElement) {
      card.scrollIntoView({ block: 'center' })
      card.focus()
    }
  }

  return (
    <section className="source-preview stack gap-16 shrinks" aria-label={texts.previewTitle}>
      {Boolean(error) && !isRunning && <FormBanner>{errorText(error)}</FormBanner>}
      {data === undefined ? (
        <EmptyState
          dashed
          title={isRunning ? texts.running : texts.nothing}
          text={isReady ? texts.nothingText : texts.nothingReady}
        />
      ) : (
        <div className="stack gap-16" data-old={(Boolean(error) && !isRunning) || undefined}>
          <Sizes store={store} data={data} onShow={show} onSkipTiny={onSkipTiny} />
          <div className="row wraps gap-8-12">
            <h2>{texts.previewTitle}</h2>
            <span className="text-13 text-tertiary" role="status">
              {texts.shown(
                formatNumber(data.chunks.length, language),
                formatNumber(data.totalChunks, language),
                state,
              )}
            </span>
            <span className="row gap-8 pushed-right text-13 text-tertiary">
              <mark className="chunk-overlap">{texts.overlap}</mark>
              {texts.show}
              <Select
                size="sm"
                value={shown}
                onChange={(_, count) => count !== null && onShown(count)}
                slotProps={{ button: { 'aria-label': texts.showCount } }}
              >
                {counts.map((count) => (
                  <Option key={count} value={count}>
                    {count}
                  </Option>
                ))}
              </Select>
            </span>
          </div>
          {data.chunks.length === 0 && <EmptyState dashed title={texts.empty} text={texts.emptyText} />}
          <ol ref={list} className="stack gap-12 unpadded unlisted" aria-label={texts.previewTitle}>
            {data.chunks.map((chunk, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: previewed chunks have no other identity
              <li key={place} className="chunk-card surface outlined round-md" tabIndex={-1}>
                <ChunkFacts number={place + 1} text={chunk.pageContent} metadata={chunk.metadata} />
                <p className="chunk-text text-13 line-20 pre-wrap breaks-anywhere">
                  <MarkedText
                    text={chunk.pageContent}
                    before={data.chunks[place - 1]?.pageContent}
                    after={data.chunks[place + 1]?.pageContent}
                  />
                </p>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}

type TextProps = { text: string; before: string | undefined; after: string | undefined }

/** The text with what it shares with its neighbours highlighted. */
function MarkedText({ text, before, after }: TextProps) {
  return markOverlaps(text, before, after).map(({ text: part, isOverlap }, place) =>
    isOverlap ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
      <mark key={place} className="chunk-overlap">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

type SizesProps = {
  store: DocumentStore
  data: Preview
  onShow: (fits: (length: number) => boolean) => void
  onSkipTiny: () => void
}

function Sizes({ store, data, onShow, onSkipTiny }: SizesProps) {
  const { stores } = useTexts()
  const texts = stores.source
  const [language] = useLanguage()
  const estimate = trpc.stores.estimate.useQuery(
    { id: store.id },
    { enabled: isConfigured(store), retry: false },
  )
  const { average, longest, sum, tiny, huge } = describeSizes(data.lengths)
  const figure = (count: number) => formatNumber(count, language)
  // Lengths of very long sources are of their beginning only.
  const tokens = Math.ceil((sum * (data.totalChunks / Math.max(1, data.lengths.length))) / CHARS_PER_TOKEN)
  const price = estimate.data?.pricePico ?? null
  return (
    <div className="chunk-sizes grid gap-28 surface outlined round-md">
      <Histogram lengths={data.lengths} />
      <div className="shrinks">
        <dl className="grid gap-4">
          <ReceiptLine label={stores.chunks} value={figure(data.totalChunks)} strong />
          <ReceiptLine label={texts.average} value={`${figure(average)}, ${figure(longest)}`} />
          <ReceiptLine
            label={texts.later(figure(tokens))}
            value={price === null ? '–' : `≈ ${formatAverage((tokens * price) / 1e12, language)}`}
          />
        </dl>
        <Warning
          text={texts.tiny(tiny)}
          count={tiny}
          onShow={() => onShow((length) => length < TINY)}
          onSkip={onSkipTiny}
        />
        {data.skippedChunks > 0 && (
          <p className="text-13 text-tertiary margin-6-0-0">{texts.skipped(data.skippedChunks)}</p>
        )}
        <Warning text={texts.huge(huge)} count={huge} onShow={() => onShow((length) => length > HUGE)} />
      </div>
    </div>
  )
}

type WarningProps = { text: string; count: number; onShow: () => void; onSkip?: () => void }

function Warning({ text, count, onShow, onSkip }: WarningProps) {
  const { stores } = useTexts()
  return count === 0 ? null : (
    <p className="row gap-8 text-13 margin-6-0-0">
      <StatusDot state="draft" size={9} />
      <span className="grows">{text}</span>
      <button type="button" className="text-link" onClick={onShow}>
        {stores.source.showFirst}
      </button>
      {onSkip && (
        <button type="button" className="text-link" onClick={onSkip}>
          {stores.source.skipTiny}
        </button>
      )}
    </p>
  )
}
