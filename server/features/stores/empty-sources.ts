import type { Store } from '#server/db/store.ts'
import { writeInSlices } from '#server/db/write-in-slices.ts'
import { type ChunkOwner, deleteSome } from './store-chunks.repository.ts'
import { hideChunks } from './store-sources.repository.ts'

const INTERRUPTED = 'Removing was interrupted. Remove it again.'

/**
 * Deletes the chunks of a source or a store that is about to be removed, in transactions of some milliseconds, so that
 * other requests run in between. None of them is shown from the first one on. If the process ends before all are
 * deleted, the source is still there and says what to do.
 */
export async function emptySources(store: Store, of: ChunkOwner) {
  await store.transaction((tx) => hideChunks(tx, of, INTERRUPTED))
  await writeInSlices(store, Number.POSITIVE_INFINITY, async (tx, from, to) => {
    const deleted = await deleteSome(tx, of, to - from)
    return deleted === to - from
  })
}
