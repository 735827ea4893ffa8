import type { Document, MarkedDocument, TextSplitter } from '#server/engine/handles.ts'
import { commonHeading, markHeadings, placeOf } from '#server/engine/headings.ts'
import { nextTurn } from '#server/engine/pause.ts'
import { isRecord } from '#shared/json.ts'

/** Spaces that splitters remove between two chunks are within this distance. */
const MAX_GAP = 2_000
/** Others are served between the steps of longer documents. */
const MANY = 500

/** The chunks of a document, each with the page and the heading it is from. */
export async function splitDocument(
  document: MarkedDocument,
  splitter: TextSplitter | undefined,
): Promise<Document[]> {
  const { metadata, marks = [] } = document
  if (!splitter) {
    return [
      { pageContent: document.pageContent, metadata: withPlace(metadata, { heading: commonHeading(marks) }) },
    ]
  }
  const text = (await splitter.toMarkdown?.(document.pageContent)) ?? document.pageContent
  const isMarked = marks.length > 0 && text === document.pageContent
  const places = isMarked ? marks : splitter.toMarkdown ? markHeadings(text) : []
  const chunks = await splitter.split(text)
  const isLong = chunks.length > MANY
  await (isLong && nextTurn())
  if (places.length === 0) {
    return chunks.map((pageContent) => ({ pageContent, metadata }))
  }
  const starts = findChunks(text, chunks)
  await (isLong && nextTurn())
  return chunks.map((pageContent, index) => {
    const start = starts[index] ?? 0
    return { pageContent, metadata: withPlace(metadata, placeOf(places, start, start + pageContent.length)) }
  })
}

/** A chunk may start within the one before it. A chunk that is not part of the text is taken to follow it. */
function findChunks(text: string, chunks: readonly string[]): number[] {
  let from = 0
  let length = 0
  return chunks.map((chunk) => {
    const near = text.slice(from, from + length + chunk.length + MAX_GAP).indexOf(chunk)
    const start = near < 0 ? from : from + near
    from = start + 1
    length = chunk.length
    return start
  })
}

function withPlace(
  metadata: Document['metadata'],
  { heading, page }: { heading?: string | undefined; page?: number | undefined },
): Document['metadata'] {
  const { loc } = metadata
  return {
    ...metadata,
    ...(page !== undefined && { loc: { ...(isRecord(loc) ? loc : {}), pageNumber: page } }),
    ...(heading !== undefined && metadata.heading === undefined && { heading }),
  }
}
