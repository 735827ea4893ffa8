import { Button, IconButton } from '@mui/joy'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { CornerPanel } from '#client/components/corner-panel.tsx'
import { numberFormat } from '#client/components/intl.ts'
import { formatDate } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Passage, SourceText } from '#shared/pools.ts'

/** Passages of an answer, one of them open. */
export type OpenPassages = { passages: readonly Passage[]; place: number }

const REACH = 10
const MAX_REACH = 50

type Props = {
  poolId: string
  opened: OpenPassages
  onTurn: (place: number) => void
  onClose: () => void
}

/** The source of a passage, at its place. Arrows go through the passages of the answer. */
export function PassagePanel({ poolId, opened: { passages, place }, onTurn, onClose }: Props) {
  const { source: texts } = useTexts().pools
  const [language] = useLanguage()
  const passage = passages[place]
  const isList = passages.length > 1
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
      const next = place + step
      if (isList && step !== 0 && passages[next] && !(target instanceof HTMLInputElement)) {
        onTurn(next)
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [passages, place, isList, onTurn])
  if (!passage) {
    return null
  }
  const format = numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (
    <CornerPanel
      title={<span className="shrinks">{passage.sourceName}</span>}
      onClose={onClose}
      footer={
        isList && (
          <div className="row spread gap-12 full-width">
            <IconButton
              variant="outlined"
              aria-label={texts.previous}
              disabled={place === 0}
              onClick={() => onTurn(place - 1)}
            >
              <ChevronLeft size={16} />
            </IconButton>
            <span className="text-13 text-center" role="status">
              {texts.of(place + 1, passages.length)}
              <span className="block text-12 monospace text-tertiary">
                {texts.score(format.format(passage.score))}
              </span>
            </span>
            <IconButton
              variant="outlined"
              aria-label={texts.following}
              disabled={place === passages.length - 1}
              onClick={() => onTurn(place + 1)}
            >
              <ChevronRight size={16} />
            </IconButton>
          </div>
        )
      }
    >
      <Source key={`${passage.sourceId} ${passage.position}`} poolId={poolId} passage={passage} />
    </CornerPanel>
  )
}

function Source({ poolId, passage }: { poolId: string; passage: Passage }) {
  const { source: texts } = useTexts().pools
  const [reach, setReach] = useState(REACH)
  const query = trpc.pools.sourceText.useQuery(
    {
      ...{ poolId, sourceId: passage.sourceId ?? '', around: passage.position, reach },
      ...(passage.text !== '' && { passage: passage.text }),
    },
    { placeholderData: (before) => before },
  )
  return (
    <AsyncView query={query} errorTitle={texts.loadFailed}>
      {(text) => (
        <>
          <Facts text={text} passage={passage} />
          <Paper text={text} isPassage={passage.text !== ''} />
          {text.chunks.length < text.total && reach < MAX_REACH && (
            <Button variant="plain" onClick={() => setReach(MAX_REACH)}>
              {texts.after}
            </Button>
          )}
        </>
      )}
    </AsyncView>
  )
}

function Facts({ text, passage }: { text: SourceText; passage: Passage }) {
  const { source: texts } = useTexts().pools
  const [language] = useLanguage()
  const { pages, createdDate, isRemoved } = text
  const { page } = passage
  const place = page === null ? undefined : pages === null ? texts.page(page) : texts.pageOf(page, pages)
  const added =
    createdDate &&
    texts.added(formatDate(new Date(createdDate), language, { day: 'numeric', month: 'short' }))
  const note = isRemoved
    ? texts.removed
    : passage.text !== '' && text.passage === null
      ? texts.changed
      : undefined
  return (
    <div className="grid gap-6 text-13 text-tertiary">
      <span>{[place, added].filter(Boolean).join(', ')}</span>
      {note && (
        <p className="flush pad-8-10 round-sm backdrop-warning text-warning-soft" role="status">
          {note}
        </p>
      )}
    </div>
  )
}

/** Markdown still contains its headings. */
const begins = (text: string, heading: string) =>
  text
    .trimStart()
    .replace(/^#+\s*/, '')
    .startsWith(heading)

/** The text as one document: what chunks repeat of the one before is drawn once. Paper is white in both schemes. */
function Paper({ text, isPassage }: { text: SourceText; isPassage: boolean }) {
  const mark = useRef<HTMLElement>(null)
  const { passage, chunks } = text
  useEffect(() => {
    if (passage !== null) {
      mark.current?.scrollIntoView({ block: 'center' })
    }
  }, [passage])
  return (
    <article className="pool-paper round-sm">
      {chunks.map(({ position, text: content, overlap, heading }, place) => {
        const isMarked = isPassage && (position === passage || text.isRemoved)
        const shown = place === 0 || isMarked ? content : content.slice(overlap)
        const isNewHeading =
          heading !== null && heading !== chunks[place - 1]?.heading && !begins(content, heading)
        return (
          <section key={position}>
            {isNewHeading && <h3 className="text-14 semibold">{heading}</h3>}
            {isMarked ? (
              <mark ref={mark} className="pool-mark pre-wrap breaks-anywhere">
                {shown}
              </mark>
            ) : (
              <p className="flush pre-wrap breaks-anywhere">{shown}</p>
            )}
          </section>
        )
      })}
    </article>
  )
}
