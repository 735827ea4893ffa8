import type { MarkedDocument } from '#server/engine/handles.ts'
import type { DocumentFormat, ReadSettings } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { type LoadedDocuments, type LoaderCall, type LoaderPorts, makeSource } from './document-source.ts'

type FileCall = LoaderCall & { ports: LoaderPorts }

export type FileOrder = {
  files: readonly string[]
  format: DocumentFormat | ((name: string) => DocumentFormat)
  settings?: ReadSettings | ((format: DocumentFormat) => ReadSettings)
}

/** Opens the files of a field, which are read on demand. Throws NOT_FOUND for a missing file. */
export async function openFiles(call: FileCall, order: FileOrder): Promise<LoadedDocuments> {
  const { openFile, readDocument } = call.ports
  const { format, settings = {} } = order
  const files = await Promise.all(order.files.map(openFile))
  const orders = files.map((file) => {
    const of = typeof format === 'function' ? format(file.name) : format
    return { file, format: of, settings: typeof settings === 'function' ? settings(of) : settings }
  })
  return makeSource(call, {
    key: JSON.stringify(orders.map((each) => [each.file.key, each.format, each.settings])),
    async load() {
      const documents: MarkedDocument[] = []
      for (const each of orders) {
        const bytes = await each.file.read()
        if (bytes.length === 0) {
          throw new AppError('INVALID_INPUT', `${each.file.name} is empty. Add a file with text.`)
        }
        const read = await readDocument(bytes, each.format, {
          ...each.settings,
          name: each.file.name,
          isFromVisitor: each.file.isFromVisitor,
        })
        documents.push(...read.map((document) => withSource(document, each.file.name)))
      }
      return documents
    },
  })
}

function withSource(document: MarkedDocument, source: string): MarkedDocument {
  return { ...document, metadata: { source, ...document.metadata } }
}

const formats: Record<string, DocumentFormat> = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  epub: 'epub',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
}
const older = new Set(['doc', 'xls', 'ppt'])

/** Chosen by extension; unknown extensions are read as text. */
export function formatOf(name: string): DocumentFormat {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (older.has(ending)) {
    throw new AppError('INVALID_INPUT', `${name} is in a format of before 2007. Save it as .${ending}x.`)
  }
  return formats[ending] ?? 'text'
}
