import type { DocumentMark, MarkedDocument } from '#server/engine/handles.ts'

const SEPARATOR = '\n\n'

/** One document of all texts, marked as they were. Empty without documents. */
export function joinDocuments(documents: readonly MarkedDocument[]): MarkedDocument[] {
  const marks: DocumentMark[] = []
  let at = 0
  for (const { pageContent, marks: own = [] } of documents) {
    const from = at
    marks.push(...own.map((mark) => ({ ...mark, at: mark.at + from })))
    at += pageContent.length + SEPARATOR.length
  }
  const pageContent = documents.map((each) => each.pageContent).join(SEPARATOR)
  return documents.length === 0 ? [] : [{ pageContent, metadata: {}, ...(marks.length > 0 && { marks }) }]
}
