import type { Retriever, VectorStore } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { unreadableAnswer } from '#server/engine/service-error.ts'
import { callService } from '#server/nodes/call-service.ts'
import { isRecord } from '#shared/json.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'

const defaultCount = 4

export type Filter = Record<string, Json> | undefined

export function toRetriever(store: VectorStore, topK: number | undefined, filter?: Filter): Retriever {
  return {
    async retrieve(question) {
      const found = await store.search(question, { count: countOf(topK), filter })
      return found.map(({ pageContent, metadata }) => ({ pageContent, metadata }))
    },
  }
}

type SearchCall = { inputs: { readonly topK: number | undefined } }

/** The two outputs of a vector store: a retriever over it, and the store itself. */
export function vectorStoreOutputs<const Kind extends string, Call extends SearchCall>(
  kind: Kind,
  label: string,
  storeOf: (call: Call) => VectorStore,
) {
  return {
    retriever: {
      label: `${label} Retriever`,
      baseClasses: [kind, 'VectorStoreRetriever', 'BaseRetriever'],
      build: (call: Call) => toRetriever(storeOf(call), call.inputs.topK),
    },
    vectorStore: {
      label: `${label} Vector Store`,
      baseClasses: [kind, 'VectorStore'],
      build: storeOf,
    },
  } as const
}

export function countOf(topK: number | undefined): number {
  return Math.max(1, Math.trunc(topK ?? defaultCount))
}

export function readFilter(filter: Json | undefined): Filter {
  const isData = isRecord(filter)
  return isData && Object.keys(filter).length > 0 ? filter : undefined
}

type QueryOptions = {
  name: string
  fetch: typeof globalThis.fetch
  headers?: Record<string, string>
}

/** Sends JSON, or lines of JSON as a string. Throws UPSTREAM_FAILED with the store's message. */
export async function queryStore(
  { name, fetch, headers }: QueryOptions,
  url: string,
  body?: object | string,
  method = body ? 'POST' : 'GET',
): Promise<Json> {
  const response = await callService({ service: name, fetch }, url, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': contentTypeOf(body) }), ...headers },
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return parse(await response.text(), name)
}

function contentTypeOf(body: object | string) {
  return typeof body === 'string' ? 'application/x-ndjson' : 'application/json'
}

function parse(text: string, name: string): Json {
  try {
    return text === '' ? null : (parseBoundedJson(text) as Json)
  } catch (error) {
    throw unreadableAnswer(name, error)
  }
}
