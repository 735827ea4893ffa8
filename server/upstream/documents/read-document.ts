import type { MarkedDocument } from '#server/engine/handles.ts'
import { markMarkdown } from '#server/engine/headings.ts'
import type { DocumentFormat, ReadSettings } from '#server/engine/ports.ts'
import { checkFormat } from './check-format.ts'
import { type Allowance, allowances, limits, rejectTooLarge, rejectUnreadable, withName } from './limits.ts'
import { readEpub } from './read-epub.ts'
import { readXlsx } from './read-excel.ts'
import { readHtml, readHtmlAsMarkdown } from './read-html.ts'
import { readJson, readJsonLines } from './read-json.ts'
import { readDocx, readPptx } from './read-office.ts'
import { readPdf } from './read-pdf.ts'
import { readCsv } from './read-table.ts'

type Read = (bytes: Uint8Array, settings: ReadSettings) => MarkedDocument[] | Promise<MarkedDocument[]>

const readers: Record<DocumentFormat, Read> = {
  text: (bytes) => [{ pageContent: toText(bytes), metadata: {} }],
  markdown: (bytes) => [markMarkdown({ pageContent: toText(bytes), metadata: {} })],
  csv: (bytes, { select }) => readCsv(toText(bytes), select),
  json: (bytes, { select }) => readJson(toText(bytes), select),
  jsonl: (bytes, { select }) => readJsonLines(toText(bytes), select),
  html: (bytes, { select }) => readHtml(toText(bytes), select),
  htmlAsMarkdown: (bytes) => readHtmlAsMarkdown(toText(bytes)),
  pdf: (bytes, { perPage = true }) => readPdf(bytes, perPage),
  docx: readDocx,
  xlsx: readXlsx,
  pptx: readPptx,
  epub: (bytes, { perPage = true }) => readEpub(bytes, perPage),
}

/** Reads the text of a document. Throws TOO_LARGE or INVALID_INPUT with the document's issue. */
export async function readDocument(
  bytes: Uint8Array,
  format: DocumentFormat,
  settings: ReadSettings,
  { characters }: Pick<Allowance, 'characters'> = allowances.owner,
): Promise<MarkedDocument[]> {
  if (bytes.length > limits.bytes) {
    rejectTooLarge(`it is larger than ${limits.bytes / 1_000_000} MB`)
  }
  const documents = await readFormat(bytes, format, settings)
  if (documents.reduce((sum, { pageContent }) => sum + pageContent.length, 0) > characters) {
    rejectTooLarge(`it has more than ${characters / 1_000_000} million letters`)
  }
  return documents
}

async function readFormat(bytes: Uint8Array, format: DocumentFormat, settings: ReadSettings) {
  try {
    checkFormat(bytes, format)
    return await readers[format](bytes, settings)
  } catch (error) {
    throw withName(error, settings.name)
  }
}

/** Decodes by byte order mark, else as UTF-8, and invalid UTF-8 as Windows-1254. */
function toText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) {
    return new TextDecoder('utf-16le').decode(bytes)
  }
  if (first === 0xfe && second === 0xff) {
    return new TextDecoder('utf-16be').decode(bytes)
  }
  if (bytes.subarray(0, 4096).includes(0)) {
    rejectUnreadable('it is not a text')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1254').decode(bytes)
  }
}
