import type { Document, MarkedDocument, TextSplitter } from '#server/engine/handles.ts'
import { commonHeading, markHeadings, placeOf } from '#server/engine/headings.ts'
import { yieldEvery } from '#server/engine/pause.ts'
import { isRecord } from '#shared/json.ts'

/** Spaces that splitters remove between two chunks are within this distance. */
const MAX_GAP = 2_000

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
  if (places.length === 0) {
    return chunks.map((pageContent) => ({ pageContent, metadata }))
  }
  const pauseIfDue = yieldEvery()
  const placed: Document[] = []
  let from = 0
  let length = 0
  for (const pageContent of chunks) {
    const start = findChunk(text, pageContent, { from, length })
    placed.push({
      pageContent,
      metadata: withPlace(metadata, placeOf(places, start, start + pageContent.length)),
    })
    from = start + 1
    length = pageContent.length
    await pauseIfDue()
  }
  return placed
}

/** It may start within the chunk before it. A chunk that is not part of the text is taken to follow it. */
function findChunk(text: string, chunk: string, { from, length }: { from: number; length: number }) {
  const near = text.slice(from, from + length + chunk.length + MAX_GAP).indexOf(chunk)
  return near < 0 ? from : from + near
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
