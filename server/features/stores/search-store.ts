import type { Store } from '#server/db/store.ts'
import type { Embeddings, ScoredDocument, VectorStore } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { Ports } from '#server/engine/ports.ts'
import type { QueryResult } from '#shared/stores.ts'
import { indexParts } from './index-parts.ts'
import type { Components } from './open-components.ts'
import { ownStores } from './show-store.ts'
import { findByContent } from './store-chunks.repository.ts'
import type { NamedStore } from './stores.repository.ts'

const DEFAULT_COUNT = 4
const MAX_COUNT = 100

type Deps = { store: Store; components: Components }

type Options = {
  /** Override the saved inputs of the vector store. */
  inputs: Readonly<Record<string, unknown>> | undefined
  signal: AbortSignal
}

/** Searches the index of a store. Every question is embedded in a run of the store, which its owner pays. */
export function createStoreSearch({ store, components }: Deps) {
  async function find(found: NamedStore, question: string, options: Options): Promise<QueryResult> {
    const [result] = await findAll(found, [question], options)
    return result ?? { timeTaken: 0, docs: [], bestScore: null }
  }

  /** Several questions in one run. Throws INVALID_FLOW naming what is not configured. */
  async function findAll(found: NamedStore, questions: readonly string[], { inputs = {}, signal }: Options) {
    const { vectorStore } = found
    const config = { ...vectorStore?.config, ...inputs }
    const settings = vectorStore
      ? { ...found, vectorStore: { ...vectorStore, config: config as typeof vectorStore.config } }
      : found
    const { parts, embedding, vectorStore: storeId } = indexParts(settings)
    const isOwn = ownStores.has(vectorStore?.name ?? '')
    // The index of this server is searched by name: its node would index documents that are connected to it.
    const used = isOwn ? parts.filter(({ id }) => id === embedding) : parts
    const roots = [isOwn ? embedding : storeId]
    const count = countOf(config.topK)
    return components.inRun(
      { storeId: found.id, parts: used, roots, signal },
      questions[0] ?? '',
      async (handles, ports) => {
        const results: QueryResult[] = []
        for (const question of questions) {
          const started = performance.now()
          const documents = isOwn
            ? await searchIndex(ports, found.id, {
                embeddings: handles.get(embedding) as Embeddings,
                question,
                count,
              })
            : await (handles.get(storeId) as VectorStore).search(question, { count })
          const timeTaken = Math.round(performance.now() - started)
          const all = await Promise.all(documents.map((each) => toDoc(found.id, each)))
          // Nodes of other vector stores apply their own limit.
          results.push({ timeTaken, ...aboveMinimum(all, isOwn ? minScoreOf(config) : 0) })
        }
        return results
      },
    )
  }

  async function toDoc(storeId: string, { pageContent, metadata, score }: ScoredDocument) {
    const { docId } = metadata
    const sourceId = typeof docId === 'string' ? docId : undefined
    const chunk = await findByContent(store.db, { storeId, sourceId }, pageContent)
    return {
      ...{ pageContent, metadata, id: chunk?.id ?? '', chunkNo: chunk?.chunkNo ?? -1 },
      score: Number.isFinite(score) ? Math.min(1, Math.max(0, score)) : null,
    }
  }

  return { find, findAll }
}

export type StoreSearch = ReturnType<typeof createStoreSearch>

type Question = { embeddings: Embeddings; question: string; count: number }

/** By meaning and by words. */
async function searchIndex(
  ports: Pick<Ports, 'namedIndex'>,
  name: string,
  { embeddings, question, count }: Question,
): Promise<ScoredDocument[]> {
  const [vector] = await embeddings.embed([question], 'query')
  return ports.namedIndex(name).search(embeddings.key, { count, vector, words: question })
}

function countOf(topK: Json | unknown): number {
  const count = Math.trunc(Number(topK))
  return count > 0 ? Math.min(count, MAX_COUNT) : DEFAULT_COUNT
}

type Docs = QueryResult['docs']

function aboveMinimum(all: Docs, minScore: number) {
  const scores = all.flatMap(({ score }) => score ?? [])
  return {
    docs: minScore > 0 ? all.filter(({ score }) => (score ?? 0) >= minScore) : all,
    bestScore: scores.length > 0 ? Math.max(...scores) : null,
  }
}

function minScoreOf({ minScore }: { minScore?: Json | undefined }): number {
  const score = Number(minScore)
  return Number.isFinite(score) ? score : 0
}
