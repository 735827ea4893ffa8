import { LRUCache } from 'lru-cache'
import type { Store } from '#server/db/store.ts'
import { nextTurn } from '#server/engine/pause.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import { listAfter } from './store-chunks.repository.ts'
import type { NamedStore } from './stores.repository.ts'
import type { StoreSourceRow } from './stores.table.ts'

/** Reading them holds the thread for some milliseconds. */
const AT_ONCE = 200
const MAX_COUNTS = 2_000

type Deps = { store: Store; indexes: Pick<IndexesService, 'contentOf'> }

/** Counts chunks that are not in the index yet. A source is compared once per change of it or of the index. */
export function createPendingCounts({ store, indexes }: Deps) {
  const counts = new LRUCache<string, number>({ maxSize: MAX_COUNTS, sizeCalculation: () => 1 })

  return async (
    { id, userId }: Pick<NamedStore, 'id' | 'userId'>,
    sources: readonly StoreSourceRow[],
    indexed: number | null,
  ): Promise<number> => {
    const open = sources.filter(({ state, totalChunks }) => state !== 'indexed' && totalChunks > 0)
    if (!indexed || open.length === 0) {
      return open.reduce((sum, { totalChunks }) => sum + totalChunks, 0)
    }
    const content = await indexes.contentOf(userId, id)
    let pending = 0
    for (const source of open) {
      const key = [source.id, source.updatedDate.getTime(), content.version].join('|')
      const count = counts.get(key) ?? (await countNew(source, await content.texts()))
      counts.set(key, count)
      pending += count
    }
    return pending
  }

  async function countNew(
    { id: sourceId, generation }: StoreSourceRow,
    texts: { has(text: string): boolean },
  ) {
    let pending = 0
    for await (const { pageContent } of eachChunk(store, { sourceId, generation })) {
      pending += texts.has(pageContent) ? 0 : 1
    }
    return pending
  }
}

type Generation = { sourceId: string; generation: number }

/** All chunks of one generation of a source, in order. */
export async function* eachChunk(store: Pick<Store, 'db'>, of: Generation) {
  for await (const page of eachPage(store, of)) {
    yield* page
  }
}

/** The texts of a source that are shown, some hundred at a time. */
export async function* textsOf(store: Pick<Store, 'db'>, { id, generation }: StoreSourceRow) {
  for await (const page of eachPage(store, { sourceId: id, generation })) {
    yield page.map(({ pageContent }) => pageContent)
  }
}

async function* eachPage({ db }: Pick<Store, 'db'>, of: Generation) {
  let after = 0
  for (;;) {
    const page = await listAfter(db, of, after, AT_ONCE)
    yield page
    await nextTurn()
    const last = page.at(-1)
    if (!last || page.length < AT_ONCE) {
      return
    }
    after = last.chunkNo
  }
}
