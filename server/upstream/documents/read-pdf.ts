import type { Document } from '#server/engine/handles.ts'
import { limits, refuseTooLarge, refuseUnreadable } from './limits.ts'

/** PDF: one document a page, or all pages in one. */
export async function readPdf(bytes: Uint8Array, perPage: boolean): Promise<Document[]> {
  if (Buffer.from(bytes.subarray(0, 1024)).indexOf('%PDF-') < 0) {
    refuseUnreadable('it is not a PDF file')
  }
  const { getDocumentProxy, extractText } = await import('unpdf')
  const file = await getDocumentProxy(new Uint8Array(bytes)).catch((error: unknown) =>
    refuseUnreadable(isLocked(error) ? 'it is protected by a password' : 'it is damaged', error),
  )
  if (file.numPages > limits.pages) {
    refuseTooLarge(`it has more than ${limits.pages} pages`)
  }
  const { totalPages, text } = await extractText(file, { mergePages: false })
  const pages = text.map((page) => page.trim())
  if (!perPage) {
    return [{ pageContent: pages.join('\n\n'), metadata: { pdf: { totalPages } } }]
  }
  return pages.map((pageContent, index) => ({
    pageContent,
    metadata: { pdf: { totalPages }, loc: { pageNumber: index + 1 } },
  }))
}

function isLocked(error: unknown) {
  return error instanceof Error && error.name === 'PasswordException'
}
