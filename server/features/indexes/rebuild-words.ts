import type { Store } from '#server/db/store.ts'
import * as rows from './indexes.repository.ts'
import { insertWords } from './words.repository.ts'

const AT_ONCE = 500

/** Fills the empty index of words from the chunks. Returns how many it has read. */
export async function rebuildChunkWords(store: Store): Promise<number> {
  let count = 0
  let after = 0
  for (;;) {
    const chunks = await rows.listChunksAfter(store.db, after, AT_ONCE)
    if (chunks.length === 0) {
      return count
    }
    await store.transaction(async (tx) => {
      for (const [indexId, own] of Map.groupBy(chunks, (chunk) => chunk.indexId)) {
        await insertWords(tx, indexId, own)
      }
    })
    count += chunks.length
    after = chunks.at(-1)?.number ?? after
  }
}
