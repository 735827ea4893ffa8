import type { Document, Retriever } from '#server/engine/handles.ts'
import { askStore } from '#server/nodes/vector-stores/store-handles.ts'

type Reranker = {
  /** As a sentence names it. */
  name: string
  url: string
  apiKey: string
  fetch: typeof globalThis.fetch
  /** What the request says beside question and texts. */
  body: object
  count: number
}
type Ranked = { index?: number; relevance_score?: number }

/** Puts what a retriever has found into the order a reranking model gives it, and keeps the first. */
export function reranked(
  retriever: Retriever,
  { name, url, apiKey, fetch, body, count }: Reranker,
): Retriever {
  return {
    async retrieve(question) {
      const found = await retriever.retrieve(question)
      if (found.length === 0) {
        return []
      }
      const headers = { authorization: `Bearer ${apiKey}` }
      const texts = found.map(({ pageContent }) => pageContent)
      const answer = await askStore({ name, fetch, headers }, url, {
        ...body,
        query: question,
        documents: texts,
      })
      const { results, data } = (answer ?? {}) as { results?: Ranked[]; data?: Ranked[] }
      return (results ?? data ?? []).flatMap((each) => take(found, each)).slice(0, count)
    },
  }
}

function take(found: readonly Document[], { index = -1, relevance_score: score = 0 }: Ranked): Document[] {
  const document = found[index]
  return document ? [{ ...document, metadata: { ...document.metadata, relevance_score: score } }] : []
}
