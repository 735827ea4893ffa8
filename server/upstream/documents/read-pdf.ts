import type { DocumentMark, MarkedDocument } from '#server/engine/handles.ts'
import { headingPath } from '#server/engine/headings.ts'
import { AppError } from '#shared/errors.ts'
import { joinDocuments } from './join-documents.ts'
import { limits, rejectTooLarge, unnamed } from './limits.ts'
import { createLevels, findHeadings, type PdfBlock, toBlocks } from './pdf-headings.ts'
import { type Line, readLines } from './pdf-lines.ts'
import { splitRegions } from './pdf-regions.ts'
import { type TextRun, toSegments } from './pdf-segments.ts'

/**
 * The text of each page in reading order: columns one after the other, tables row by row. Throws INVALID_INPUT for
 * a file that is damaged, protected, or has no text.
 */
export async function readPdf(bytes: Uint8Array, perPage: boolean): Promise<MarkedDocument[]> {
  if (Buffer.from(bytes.subarray(0, 1024)).indexOf('%PDF-') < 0) {
    rejectDamaged()
  }
  const pages = await readPages(bytes)
  if (pages.every((lines) => lines.length === 0)) {
    throw new AppError(
      'INVALID_INPUT',
      `${unnamed} contains pictures of text only. Read it with a service for text recognition first.`,
    )
  }
  const texts = toTexts(pages)
  const pdf = { totalPages: pages.length }
  return perPage
    ? texts.map(({ text, marks }, index) => ({
        pageContent: text,
        metadata: { pdf, loc: { pageNumber: index + 1 } },
        ...(marks.length > 0 && { marks }),
      }))
    : joinPages(texts, pdf)
}

async function readPages(bytes: Uint8Array): Promise<Line[][]> {
  const { getDocumentProxy } = await import('unpdf')
  const file = await getDocumentProxy(new Uint8Array(bytes)).catch(rejectUnopened)
  if (file.numPages > limits.pages) {
    rejectTooLarge(`it has more than ${limits.pages} pages`)
  }
  const pages: Line[][] = []
  // Pages are processed one at a time, so that only one page is in memory.
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number).catch(rejectDamaged)
    const { items } = await page.getTextContent().catch(rejectDamaged)
    pages.push(toLines(items))
    page.cleanup()
  }
  return pages
}

function toLines(items: readonly object[]): Line[] {
  const upright: TextRun[] = []
  const turned: string[] = []
  for (const item of items) {
    if (isTextItem(item)) {
      const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform
      const text = item.str.replaceAll('\u0000', '')
      if (Math.abs(b) > Math.abs(a)) {
        turned.push(text.trim())
      } else {
        upright.push({
          text,
          x,
          y,
          width: item.width,
          size: Math.hypot(c, d) || 1,
          isRtl: item.dir === 'rtl',
        })
      }
    }
  }
  const lines = splitRegions(toSegments(upright)).flatMap(readLines)
  // Text that runs upwards, as along the edge of a page, has no place in the order of lines.
  const edge = turned.filter(Boolean).join(' ')
  return edge === '' ? lines : [...lines, { text: edge, size: 1, isRow: false, startsParagraph: true }]
}

type TextItem = { str: string; transform: number[]; width: number; dir: string }

const isTextItem = (item: object): item is TextItem => 'str' in item && 'transform' in item

type PageText = { text: string; marks: DocumentMark[] }

function toTexts(pages: readonly Line[][]): PageText[] {
  const blocks = toBlocks(pages)
  const headings = findHeadings(blocks)
  const path = headingPath()
  const levels = createLevels(headings)
  return blocks.map((page) =>
    toText(
      page,
      (block) => {
        if (headings.has(block)) {
          path.enter(levels(block), block.text)
        }
        return path.current()
      },
      path.current(),
    ),
  )
}

function toText(
  page: readonly PdfBlock[],
  headingOf: (block: PdfBlock) => string | undefined,
  before: string | undefined,
): PageText {
  const marks: DocumentMark[] = before === undefined ? [] : [{ at: 0, heading: before }]
  let text = ''
  let current = before
  for (const block of page) {
    const separator = text === '' ? '' : block.isContinued ? '\n' : '\n\n'
    const heading = headingOf(block)
    if (heading !== current && heading !== undefined) {
      marks.push({ at: text.length + separator.length, heading })
      current = heading
    }
    text += separator + block.text
  }
  return { text, marks: marks.filter(({ at }, index) => marks[index + 1]?.at !== at) }
}

function joinPages(texts: readonly PageText[], pdf: { totalPages: number }): MarkedDocument[] {
  const pages = texts.map(({ text, marks }, index) => {
    const start = marks[0]?.at === 0 ? [] : [{ at: 0 }]
    return {
      pageContent: text,
      metadata: {},
      marks: [...start, ...marks].map((mark) => ({ ...mark, page: index + 1 })),
    }
  })
  return joinDocuments(pages).map((file) => ({ ...file, metadata: { pdf } }))
}

function rejectUnopened(error: unknown): never {
  if (error instanceof Error && error.name === 'PasswordException') {
    throw new AppError(
      'INVALID_INPUT',
      `${unnamed} is protected with a password. Remove the password and add it again.`,
    )
  }
  rejectDamaged(error)
}

function rejectDamaged(cause?: unknown): never {
  throw new AppError('INVALID_INPUT', `${unnamed} is damaged or not a PDF.`, { cause })
}
