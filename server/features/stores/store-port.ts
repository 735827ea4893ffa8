import type { Store } from '#server/db/store.ts'
import type { OpenedDocumentStore } from '#server/engine/document-ports.ts'
import type { Document } from '#server/engine/handles.ts'
import { AppError } from '#shared/errors.ts'
import { eachChunk } from './pending-chunks.ts'
import type { StoreSearch } from './search-store.ts'
import type { StoreReads } from './store-reads.ts'
import { listSources } from './store-sources.repository.ts'
import { listNames } from './stores.repository.ts'

type Deps = { store: Store; reads: Pick<StoreReads, 'getOwn'>; search: StoreSearch }

/** Document stores as flows of their owner read them. */
export function createStorePort({ store, reads, search }: Deps) {
  async function open(userId: string, id: string): Promise<OpenedDocumentStore> {
    const found = await reads.getOwn(store.db, userId, id)
    if (found.userId !== userId) {
      throw new AppError('NOT_FOUND', 'This document pool does not exist.')
    }
    const sources = await listSources(store.db, id)
    return {
      name: found.name,
      chunks(sourceIds) {
        const chosen = sources.filter(
          (source) => source.totalChunks > 0 && (!sourceIds || sourceIds.includes(source.id)),
        )
        return {
          key: JSON.stringify(chosen.map(({ id: of, updatedDate }) => [of, updatedDate.getTime()])),
          async load() {
            const documents: Document[] = []
            for (const { id: docId, generation } of chosen) {
              for await (const { pageContent, metadata } of eachChunk(store, {
                sourceId: docId,
                generation,
              })) {
                documents.push({ pageContent, metadata: { ...metadata, docId } })
              }
            }
            return documents
          },
        }
      },
      async search(question, { count, signal }) {
        const { docs } = await search.find(found, question, { inputs: { topK: count }, signal })
        return docs.map(({ pageContent, metadata, score }) => ({ pageContent, metadata, score: score ?? 0 }))
      },
    }
  }

  return { open, list: (userId: string) => listNames(store.db, userId) }
}
