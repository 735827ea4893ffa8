import type { Reader } from '#server/db/store.ts'
import * as rows from './runs.repository.ts'

/** Maximum of runs searched; in a flow with more, a store cannot be reported as never upserted. */
const MAX_RUNS = 400

/** Ids of the stores that runs of a flow have upserted. Null when such a run may lie too far back to be found. */
export async function findUpsertedStores(db: Reader, flowId: string): Promise<string[] | null> {
  const found = await rows.listRuns(db, flowId, MAX_RUNS + 1, undefined)
  const finished = found.filter(({ state }) => state === 'finished').map(({ id }) => id)
  const pages = await rows.listFirstPages(db, finished)
  // An upsert has no question and ends at its store.
  const stores = pages.flatMap(({ events }) => {
    const first = events[0]?.event
    const isUpsert = first?.type === 'run_started' && first.question === ''
    return isUpsert && first.until !== undefined ? [first.until] : []
  })
  return found.length > MAX_RUNS ? null : [...new Set(stores)]
}
