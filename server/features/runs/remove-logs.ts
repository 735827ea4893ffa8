import type { Store } from '#server/db/store.ts'
import * as rows from './runs.repository.ts'

const BATCH = 500
const DAY_MS = 24 * 60 * 60_000

type Deps = { store: Store; now: () => Date; retentionDays: number }

/**
 * Removes the logs of runs that ended long ago. Their runs, costs and messages stay. The newest run of a session of an
 * agent flow keeps its log, because the next one begins with its state.
 */
export function createLogRemoval({ store, now, retentionDays }: Deps) {
  let after = ''

  /** Returns the number of runs whose log was removed. A run that is kept is looked at again after the next start. */
  async function removeOldLogs(): Promise<number> {
    const endedBefore = new Date(now().getTime() - retentionDays * DAY_MS)
    let removed = 0
    for (;;) {
      const ids = await rows.listLogged(store.db, { after, before: firstIdAt(endedBefore), limit: BATCH })
      const last = ids.at(-1)
      if (last === undefined) {
        return removed
      }
      removed += await store.transaction((tx) => rows.deleteOldLogs(tx, ids, endedBefore))
      after = last
    }
  }

  return { removeOldLogs }
}

/** Ids of runs are UUIDs of version 7, which begin with 48 bits of milliseconds. */
function firstIdAt(date: Date): string {
  const time = date.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}
