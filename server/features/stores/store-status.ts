import type { SourceState, StoreStatus } from '#shared/stores.ts'
import type { StoreSourceRow } from './stores.table.ts'

type Judged = Pick<StoreSourceRow, 'state' | 'totalChunks'>

/** Status of a loader, in Flowise's words. One that failed shows what it had before. */
export function statusOfSource({ state, totalChunks }: Judged): StoreStatus {
  return state === 'failed' ? (totalChunks > 0 ? 'STALE' : 'NEW') : statuses[state]
}

/**
 * As Flowise computes it: SYNC when every loader is read, STALE when some are, and what an upsert is doing. Index
 * settings that write elsewhere make an upserted store SYNC again.
 */
export function statusOfStore(stored: StoreStatus, sources: readonly Judged[]): StoreStatus {
  const found = sources.map(statusOfSource)
  const has = (status: StoreStatus) => found.includes(status)
  const all = (status: StoreStatus) => found.every((each) => each === status)
  if (stored === 'UPSERTING') {
    return 'UPSERTING'
  }
  if (found.length === 0) {
    return 'EMPTY'
  }
  if (has('SYNCING')) {
    return 'SYNCING'
  }
  if (all('NEW')) {
    return 'NEW'
  }
  if (all('UPSERTED')) {
    return stored === 'UPSERTED' ? 'UPSERTED' : 'SYNC'
  }
  return all('SYNC') ? 'SYNC' : 'STALE'
}

const statuses: Record<Exclude<SourceState, 'failed'>, StoreStatus> = {
  new: 'NEW',
  queued: 'SYNCING',
  reading: 'SYNCING',
  read: 'SYNC',
  stale: 'STALE',
  indexed: 'UPSERTED',
}
