import type { Document, DocumentSource, Retriever, Upserted, VectorStore } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'

const usualCount = 4
const batchSize = 100
const timeoutMs = 30_000

export type Filter = Record<string, Json> | undefined

/** A store in the hands of whoever asks questions. */
export function toRetriever(store: VectorStore, topK: number | undefined, filter?: Filter): Retriever {
  return {
    async retrieve(question) {
      const found = await store.search(question, { count: countOf(topK), filter })
      return found.map(({ pageContent, metadata }) => ({ pageContent, metadata }))
    },
  }
}

export function countOf(topK: number | undefined): number {
  return Math.max(1, Math.trunc(topK ?? usualCount))
}

/** A filter as its field holds it: JSON, or nothing. */
export function readFilter(written: Json | undefined): Filter {
  const isData = typeof written === 'object' && written !== null && !Array.isArray(written)
  return isData && Object.keys(written).length > 0 ? written : undefined
}

type Put = (
  documents: readonly Document[],
  vectors: readonly number[][],
  ids: readonly string[],
) => Promise<void>
type Upserting = {
  sources: readonly DocumentSource[]
  embed(texts: readonly string[]): Promise<number[][]>
  put: Put
}

/** Everything the sources hold, into a store. The same piece has the same id: put in again, it is still there once. */
export async function upsertAll({ sources, embed, put }: Upserting): Promise<Upserted> {
  const loaded = (await Promise.all(sources.map((source) => source.load()))).flat()
  const addedDocs = loaded.filter(({ pageContent }) => pageContent.trim() !== '')
  for (let from = 0; from < addedDocs.length; from += batchSize) {
    const batch = addedDocs.slice(from, from + batchSize)
    const vectors = await embed(batch.map(({ pageContent }) => pageContent))
    await put(batch, vectors, await Promise.all(batch.map(idOf)))
  }
  const numAdded = addedDocs.length
  return { numAdded, numDeleted: 0, numUpdated: 0, numSkipped: 0, totalKeys: numAdded, addedDocs }
}

/** A UUID made of what the document says and is said to be. */
async function idOf({ pageContent, metadata }: Document): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([pageContent, metadata]))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 16)
  // Version 8: made by a rule of one's own.
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Asking = {
  /** The store, as a sentence names it. */
  name: string
  fetch: typeof globalThis.fetch
  headers?: Record<string, string>
}

/** JSON there and back. Throws UPSTREAM_FAILED with the store's own words. */
export async function askStore(
  { name, fetch, headers }: Asking,
  url: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<Json> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw error instanceof AppError
      ? error
      : new AppError('UPSTREAM_FAILED', `${name} could not be reached.`, { cause: error })
  })
  const text = await response.text()
  if (!response.ok) {
    const said = wordsIn(text)
    throw new AppError('UPSTREAM_FAILED', `${name} answered ${response.status}${said ? `: ${said}` : ''}.`)
  }
  return parse(text, name)
}

function parse(text: string, name: string): Json {
  try {
    return text === '' ? null : (JSON.parse(text) as Json)
  } catch (error) {
    throw new AppError('UPSTREAM_FAILED', `${name} sent an answer that could not be read.`, { cause: error })
  }
}

/** `{ message }`, `{ error }`, `{ detail }`, `{ status: { error } }`, or the text itself. */
function wordsIn(text: string): string {
  try {
    const { message, error, detail, status } = JSON.parse(text) as Record<string, unknown>
    const inner = (status ?? error) as { error?: unknown; message?: unknown } | undefined
    const said = [message, inner?.error, inner?.message, error, detail].find(
      (each) => typeof each === 'string',
    )
    return String(said ?? '')
      .slice(0, 300)
      .replace(/\.$/, '')
  } catch {
    return text.slice(0, 200).replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  }
}
