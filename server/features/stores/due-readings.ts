import type { Store } from '#server/db/store.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import { nextReading } from './reading-schedule.ts'
import { readingOf } from './show-store.ts'
import * as rows from './store-sources.repository.ts'
import type { StoreSourcesService } from './store-sources.service.ts'
import { findStore } from './stores.repository.ts'

const AT_ONCE = 100

type Deps = {
  store: Store
  now: () => Date
  jobs: Pick<JobsService, 'listOpen'>
  sources: Pick<StoreSourcesService, 'enqueue'>
}

/** Reads sources again whose schedule has come. Returns their number. */
export function createDueReadings({ store, now, jobs, sources }: Deps) {
  return async (): Promise<number> => {
    const due = await rows.listDue(store.db, now(), AT_ONCE)
    let started = 0
    for (const source of due) {
      const next = source.schedule ? nextReading(source.schedule, now()) : null
      // One of several processes gets the claim.
      const claimed = await store.transaction((tx) => rows.claimDue(tx, source, next))
      const owner = claimed && (await findStore(store.db, source.storeId))
      const isReading = readingOf(source.id, await jobs.listOpen(source.storeId)) !== undefined
      if (owner && !isReading) {
        await sources.enqueue(owner.userId, source, true)
        started += 1
      }
    }
    return started
  }
}
