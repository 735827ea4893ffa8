import { Link } from 'react-router'
import { foldText } from '#client/components/fold-text.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { ScoreBar } from '#client/components/score-bar.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { DocumentStore, QueryResult } from '#shared/stores.ts'
import { pageOf } from '../parts/chunk-facts.tsx'
import { Highlighted, wordsOf } from '../parts/highlighted.tsx'
import type { StorePaths } from '../store-paths.ts'
import { rankIn } from './compare.ts'

/** Shorter words are mostly articles. */
const MIN_WORD = 4

type Doc = QueryResult['docs'][number]

type Props = {
  docs: readonly Doc[]
  /** What the other side of a comparison has found. */
  other: readonly Doc[] | undefined
  side: 'A' | 'B'
  store: DocumentStore
  paths: StorePaths
  /** The question. */
  words: string
}

export function ResultList({ docs, other, side, store, paths, words }: Props) {
  const { stores } = useTexts()
  return (
    <ol className="stack gap-10 unpadded unlisted" aria-label={stores.query.passages(docs.length)}>
      {docs.map((doc, place) => (
        <Result
          // biome-ignore lint/suspicious/noArrayIndexKey: the same chunk may be found twice
          key={place}
          doc={doc}
          place={place}
          store={store}
          paths={paths}
          words={wordsOf(words).filter((word) => word.length >= MIN_WORD)}
          other={other}
          side={side}
        />
      ))}
    </ol>
  )
}

type ResultProps = Omit<Props, 'docs' | 'words'> & { doc: Doc; place: number; words: readonly string[] }

function Result({ doc, place, store, paths, words, other, side }: ResultProps) {
  const { stores } = useTexts()
  const texts = stores.query
  const [language] = useLanguage()
  const { score, pageContent, metadata, chunkNo } = doc
  const folded = foldText(pageContent)
  const matched = words.filter((word) => folded.includes(word))
  const source = store.loaders.find(({ id }) => id === metadata.docId)
  const page = pageOf(metadata)
  const name = source?.name ?? (typeof metadata.source === 'string' ? metadata.source : store.name)
  return (
    <li className="result stack gap-6 surface outlined round-md">
      <div className="row gap-12">
        <b className="text-16 semibold">{place + 1}</b>
        {score !== null && (
          <>
            <ScoreBar score={score} width={96} />
            <span className="monospace text-13">
              <span className="visually-hidden">{texts.score} </span>
              {numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(score)}
            </span>
          </>
        )}
        {other && <OtherRank doc={doc} place={place} other={other} side={side} />}
      </div>
      <p className="text-13 line-20 pre-wrap breaks-anywhere result-text">
        <Highlighted text={pageContent.trim()} words={words} />
      </p>
      <p className="row wraps gap-4-12 text-12 text-tertiary">
        <span className="row gap-6 shrinks">
          <KindGlyph kind="document" size={9} silent />
          {source ? (
            <Link
              className="text-link truncate"
              to={`${paths.chunks(store.id, source.id)}${chunkNo > 0 ? `?page=${Math.ceil(chunkNo / 50)}&chunk=${doc.id}` : ''}`}
            >
              {name}
            </Link>
          ) : (
            <span className="truncate">{name}</span>
          )}
        </span>
        {page !== undefined && <span>{stores.chunk.page(page)}</span>}
        {chunkNo > 0 && <span>{stores.chunkList.chunk(formatNumber(chunkNo, language))}</span>}
        {matched.length > 0 && <span className="pushed-right">{texts.matched(matched.join(', '))}</span>}
      </p>
    </li>
  )
}

type RankProps = Pick<ResultProps, 'doc' | 'place' | 'side'> & { other: readonly Doc[] }

function OtherRank({ doc, place, other, side }: RankProps) {
  const { stores } = useTexts()
  const texts = stores.query
  const rank = rankIn(other, doc, place)
  const opposite = side === 'A' ? 'B' : 'A'
  if (rank.is === 'missing') {
    return side === 'A' ? (
      <span className="chunk-size pushed-right text-12 text-warning-soft backdrop-warning round-4">
        {texts.notIn(opposite)}
      </span>
    ) : (
      <span className="chunk-size pushed-right text-12 text-accent-soft backdrop-accent round-4">
        {texts.isNew}
      </span>
    )
  }
  return (
    <span className="pushed-right text-12 text-tertiary">
      {rank.is === 'same' ? texts.sameRank : texts.rankIn(rank.rank, opposite)}
    </span>
  )
}
