import type { ReactNode } from 'react'
import { formatNumber } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { HUGE, TINY } from '../source/sizes.ts'

type Metadata = Readonly<Record<string, unknown>>
type Props = { number: number; text: string; metadata: Metadata; children?: ReactNode }

/** Keys that every chunk has, or that its source shows already. */
const commonKeys = new Set([
  'source',
  'loc',
  'pdf',
  'docId',
  'blobType',
  'page',
  'line',
  'heading',
  'headings',
])
const MAX_TAGS = 2

/** Number, page and size of a chunk, and what its metadata adds. */
export function ChunkFacts({ number, text, metadata, children }: Props) {
  const { stores } = useTexts()
  const [language] = useLanguage()
  const page = pageOf(metadata)
  const tags = Object.entries(metadata)
    .filter(([name, value]) => !commonKeys.has(name) && typeof value !== 'object' && String(value) !== '')
    .slice(0, MAX_TAGS)
  return (
    <div className="chunk-facts row wraps gap-4-12 text-12 text-tertiary">
      <b className="monospace text-13 text-primary">{formatNumber(number, language)}</b>
      {page !== undefined && <span>{stores.chunk.page(page)}</span>}
      <span>{stores.chunk.length(formatNumber(text.length, language), text.length)}</span>
      {text.length < TINY && <SizeTag text={stores.chunk.tiny} />}
      {text.length > HUGE && <SizeTag text={stores.chunk.huge} />}
      {children}
      <span className="row gap-6 pushed-right shrinks">
        {tags.map(([name, value]) => (
          <span key={name} className="chunk-tag truncate outlined round-4" title={`${name}: ${value}`}>
            {name}: {String(value)}
          </span>
        ))}
      </span>
    </div>
  )
}

function SizeTag({ text }: { text: string }) {
  return <span className="chunk-size text-warning-soft backdrop-warning round-4">{text}</span>
}

export function pageOf({ loc, page }: Metadata): number | undefined {
  const inLoc = typeof loc === 'object' && loc !== null && 'pageNumber' in loc ? loc.pageNumber : undefined
  const found = Number(inLoc ?? page)
  return Number.isInteger(found) && found > 0 ? found : undefined
}
