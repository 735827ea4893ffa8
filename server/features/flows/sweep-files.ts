import type { Store } from '#server/db/store.ts'
import { DAY_MS } from '#shared/dates.ts'
import { listRemovedSince } from './flows.repository.ts'

/** Longer than all processes are ever stopped. */
const SWEPT_DAYS = 30

type Deps = {
  store: Store
  now: () => Date
  files: { removeAll(flowId: string): Promise<void> }
  fileStore: { removeLeftovers(before: Date): Promise<void> }
}

/**
 * Removes what a process has left that died after its transaction: files of removed flows, and writes that never ended. Files of
 * flows that the database does not know stay, because another installation may use the same store.
 */
export function createFileSweep({ store, now, files, fileStore }: Deps) {
  return async () => {
    const time = now().getTime()
    for (const { id } of await listRemovedSince(store.db, new Date(time - SWEPT_DAYS * DAY_MS))) {
      await files.removeAll(id)
    }
    await fileStore.removeLeftovers(new Date(time - DAY_MS))
  }
}
