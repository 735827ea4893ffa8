import type { AnyCall } from '#server/engine/define-node.ts'
import { estimateTokens } from '#server/engine/estimate.ts'
import type { Document, Retriever } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { queryStore } from '#server/nodes/vector-stores/store-handles.ts'

type Reranker = {
  name: string
  url: string
  apiKey: string
  ports: Pick<AnyCall['ports'], 'fetch' | 'paid'>
  model: string
  body: object
  count: number
  bill: Bill
}

export type Bill = {
  provider: string
  max(question: string, texts: readonly string[]): number
  usageOf(answer: Answer): number | undefined
}
type Answer = {
  results?: Ranked[]
  data?: Ranked[]
  usage?: { total_tokens?: number }
  meta?: { billed_units?: { search_units?: number } }
}

export const tokensOf = (question: string, texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + estimateTokens(text) + estimateTokens(question), 0)

type Ranked = { index?: number; relevance_score?: number }

export function reranked(
  retriever: Retriever,
  { name, url, apiKey, ports, model, body, count, bill }: Reranker,
): Retriever {
  return {
    async retrieve(question) {
      const found = await retriever.retrieve(question)
      if (found.length === 0) {
        return []
      }
      const headers = { authorization: `Bearer ${apiKey}` }
      const texts = found.map(({ pageContent }) => pageContent)
      const answer = await ports.paid<Json>({
        provider: bill.provider,
        model,
        max: bill.max(question, texts),
        send: () =>
          queryStore({ name, fetch: ports.fetch, headers }, url, {
            model,
            ...body,
            query: question,
            documents: texts,
          }),
        usedBy: (response) => bill.usageOf(asAnswer(response)),
      })
      const { results, data } = asAnswer(answer)
      return (results ?? data ?? []).flatMap((each) => toDocuments(found, each)).slice(0, count)
    },
  }
}

function asAnswer(json: Json): Answer {
  return (json ?? {}) as Answer
}

function toDocuments(
  found: readonly Document[],
  { index = -1, relevance_score: score = 0 }: Ranked,
): Document[] {
  const document = found[index]
  return document ? [{ ...document, metadata: { ...document.metadata, relevance_score: score } }] : []
}
