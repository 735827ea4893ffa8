import type { Writer } from '#server/db/store.ts'
import type { StoreReads } from './store-reads.ts'
import * as rows from './store-sources.repository.ts'
import { updateStore } from './stores.repository.ts'

type Deps = { reads: Pick<StoreReads, 'touch'>; now: () => Date }

/** A source as it was when its chunks were read. */
export type ReadSource = { id: string; updatedTime: number }

/** What the job of an upsert makes of its store, in the transactions that begin and end it. */
export function createUpsertMarks({ reads, now }: Deps) {
  return {
    upserting: (tx: Writer, storeId: string) => reads.touch(tx, storeId, 'UPSERTING'),

    /** Sources that have changed since they were read are not indexed. */
    async upserted(tx: Writer, storeId: string, read: readonly ReadSource[]) {
      for (const { id, updatedTime } of read) {
        const latest = await rows.findSource(tx, storeId, id)
        if (latest?.updatedDate.getTime() === updatedTime && isRead(latest.state)) {
          await rows.updateSource(tx, id, { state: 'indexed' })
        }
      }
      await updateStore(tx, storeId, { upsertedDate: now() })
      await reads.touch(tx, storeId, 'UPSERTED')
    },

    /** It has failed or was cancelled. */
    stopped: (tx: Writer, storeId: string) => reads.touch(tx, storeId, 'SYNC'),
  }
}

const isRead = (state: string) => state === 'read' || state === 'stale' || state === 'indexed'
