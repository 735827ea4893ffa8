import { isRecord, toRecord } from '#shared/json.ts'
export type Source = {
  key: string
  /** File, page or title. */
  name: string
  page: string | undefined
  url: string | undefined
  text: string
  metadata: Readonly<Record<string, unknown>>
}

/** Sources of an answer, deduplicated by location. Invalid documents are skipped. */
export function sourcesOf(documents: readonly unknown[]): Source[] {
  const sources = new Map<string, Source>()
  for (const document of documents) {
    const source = read(document)
    if (source && !sources.has(source.key)) {
      sources.set(source.key, source)
    }
  }
  return [...sources.values()]
}

function read(document: unknown): Source | undefined {
  if (!(isRecord(document) && 'pageContent' in document)) {
    return undefined
  }
  const { pageContent, metadata } = document
  const known = toRecord(metadata)
  const text = String(pageContent)
  const url = addressOf(known)
  const page = pageOf(known)
  const name = nameOf(known, url) ?? (text.slice(0, 40).split('\n')[0] || '…')
  // A URL or a page of a file is one source. Other pieces are distinguished by their text.
  const key = url ?? (page ? `${name} ${page}` : `${name} ${text.slice(0, 80)}`)
  return { key, name, page, url, text, metadata: known }
}

function addressOf({ source, url }: Readonly<Record<string, unknown>>): string | undefined {
  const found = [url, source].find((each) => typeof each === 'string' && /^https?:\/\//.test(each))
  return typeof found === 'string' ? found : undefined
}

function nameOf(
  { title, fileName, source, name }: Readonly<Record<string, unknown>>,
  url: string | undefined,
) {
  const found = [title, fileName, name, source].find((each) => typeof each === 'string' && each.trim() !== '')
  if (typeof found !== 'string') {
    return undefined
  }
  return found === url
    ? found.replace(/^https?:\/\//, '').replace(/\/$/, '')
    : (found.split('/').at(-1) ?? found)
}

/** Loaders store the page number in one of two fields. */
function pageOf({ page, loc }: Readonly<Record<string, unknown>>): string | undefined {
  const number = page ?? toRecord(loc).pageNumber
  return typeof number === 'number' || typeof number === 'string' ? String(number) : undefined
}
