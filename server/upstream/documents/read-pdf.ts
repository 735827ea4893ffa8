import type { Document } from '#server/engine/handles.ts'
import { limits, rejectTooLarge, rejectUnreadable } from './limits.ts'

export async function readPdf(bytes: Uint8Array, perPage: boolean): Promise<Document[]> {
  if (Buffer.from(bytes.subarray(0, 1024)).indexOf('%PDF-') < 0) {
    rejectUnreadable('it is not a PDF file')
  }
  const { getDocumentProxy } = await import('unpdf')
  const file = await getDocumentProxy(new Uint8Array(bytes)).catch((error: unknown) =>
    rejectUnreadable(isLocked(error) ? 'it is protected by a password' : 'it is damaged', error),
  )
  if (file.numPages > limits.pages) {
    rejectTooLarge(`it has more than ${limits.pages} pages`)
  }
  const totalPages = file.numPages
  const pages: string[] = []
  // Pages are processed one at a time, so that only one page is in memory.
  for (let number = 1; number <= totalPages; number += 1) {
    const page = await file.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(textOf(items).trim())
    page.cleanup()
  }
  if (!perPage) {
    return [{ pageContent: pages.join('\n\n'), metadata: { pdf: { totalPages } } }]
  }
  return pages.map((pageContent, index) => ({
    pageContent,
    metadata: { pdf: { totalPages }, loc: { pageNumber: index + 1 } },
  }))
}

function textOf(items: readonly object[]): string {
  return items
    .map((item) => ('str' in item ? `${item.str}${'hasEOL' in item && item.hasEOL ? '\n' : ''}` : ''))
    .join('')
}

function isLocked(error: unknown) {
  return error instanceof Error && error.name === 'PasswordException'
}
