import { LRUCache } from 'lru-cache'
import type { Document, ScoredDocument, VectorStore } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { type Candidate, chooseVaried } from './mmr.ts'
import { type Filter, queryStore } from './store-handles.ts'

export type Pinecone = {
  apiKey: string
  index: string
  namespace: string | undefined
  textKey: string
  filter: Filter
  fetch: typeof globalThis.fetch
  embed(texts: readonly string[], purpose: 'query' | 'document'): Promise<number[][]>
  mmr?: { fetchK: number; lambda: number } | undefined
}
type Match = { id: string; score?: number; values?: number[]; metadata?: Record<string, Json> }

const controlUrl = 'https://api.pinecone.io'
const version = '2025-01'
const defaultFetchK = 20

/** Hosts of indexes, which never change. A lookup costs a request. */
const hosts = new LRUCache<string, string>({ max: 1_000 })

export function pineconeStore(pinecone: Pinecone): VectorStore {
  return {
    async search(query, { count, filter }) {
      const [vector = []] = await pinecone.embed([query], 'query')
      const { mmr } = pinecone
      const answer = await request(pinecone, '/query', {
        vector,
        topK: mmr ? Math.max(count, mmr.fetchK) : count,
        includeMetadata: true,
        ...(mmr && { includeValues: true }),
        ...(pinecone.namespace && { namespace: pinecone.namespace }),
        ...((filter ?? pinecone.filter) && { filter: filter ?? pinecone.filter }),
      })
      const matches = (answer as { matches?: Match[] } | null)?.matches ?? []
      return mmr
        ? varied(vector, matches, count, pinecone)
        : matches.map((match) => toDocument(match, pinecone))
    },
  }
}

export async function putIntoPinecone(
  pinecone: Pinecone,
  documents: readonly Document[],
  vectors: readonly number[][],
  ids: readonly string[],
) {
  await request(pinecone, '/vectors/upsert', {
    ...(pinecone.namespace && { namespace: pinecone.namespace }),
    vectors: documents.map(({ pageContent, metadata }, place) => ({
      id: ids[place],
      values: vectors[place],
      metadata: { ...flat(metadata), [pinecone.textKey]: pageContent },
    })),
  })
}

export async function readFromPinecone(pinecone: Pinecone, ids: readonly string[]) {
  await request(pinecone, '/vectors/delete', {
    ids,
    ...(pinecone.namespace && { namespace: pinecone.namespace }),
  })
}

async function request(pinecone: Pinecone, path: string, body: object): Promise<Json> {
  const init = {
    name: 'Pinecone',
    fetch: pinecone.fetch,
    headers: { 'Api-Key': pinecone.apiKey, 'X-Pinecone-API-Version': version },
  }
  const known = `${pinecone.apiKey}|${pinecone.index}`
  const host =
    hosts.get(known) ??
    hostIn(await queryStore(init, `${controlUrl}/indexes/${encodeURIComponent(pinecone.index)}`))
  hosts.set(known, host)
  return queryStore(init, `https://${host}${path}`, body)
}

/** Only Pinecone's domain: a response must not redirect the key. */
function hostIn(answer: Json): string {
  const host = (answer as { host?: unknown } | null)?.host
  if (typeof host !== 'string' || !/^[\w.-]+\.pinecone\.io$/.test(host)) {
    throw new AppError('UPSTREAM_FAILED', 'Pinecone did not say where this index stands.')
  }
  return host
}

function varied(query: number[], matches: Match[], count: number, pinecone: Pinecone): ScoredDocument[] {
  const candidates: Candidate<Match>[] = matches.map((item) => ({ item, vector: item.values ?? [] }))
  const lambda = pinecone.mmr?.lambda ?? 0.5
  return chooseVaried(query, candidates, { count, lambda }).map((match) => toDocument(match, pinecone))
}

export function mmrOf({
  searchType,
  fetchK,
  lambda,
}: {
  readonly searchType: string | undefined
  readonly fetchK: number | undefined
  readonly lambda: number | undefined
}) {
  return searchType === 'mmr'
    ? { fetchK: Math.trunc(fetchK ?? defaultFetchK), lambda: lambda ?? 0.5 }
    : undefined
}

function toDocument({ score = 0, metadata: all = {} }: Match, { textKey }: Pinecone): ScoredDocument {
  const { [textKey]: text, _node_content: node, ...metadata } = all
  return { pageContent: typeof text === 'string' ? text : textIn(node), metadata, score }
}

/** LlamaIndex stores a piece as JSON in its metadata. */
function textIn(node: Json | undefined): string {
  const content = parseJson(String(node))
  return isRecord(content) ? String(content.text ?? '') : ''
}

/** Pinecone stores scalars and lists of strings only, so nested values become paths. */
function flat(metadata: Record<string, Json>, prefix = ''): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => {
      if (value === null) {
        return []
      }
      if (Array.isArray(value)) {
        return [[prefix + name, value.map(String)]]
      }
      return isRecord(value)
        ? Object.entries(flat(value, `${prefix}${name}.`))
        : [[prefix + name, value] as [string, Json]]
    }),
  )
}
