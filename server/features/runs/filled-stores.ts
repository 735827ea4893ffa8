import type { Reader } from '#server/db/store.ts'
import * as rows from './runs.repository.ts'

/** Maximum of runs searched; in a flow with more, a store cannot be reported as never filled. */
const LOOKED_BACK = 400

/** Ids of the stores that runs of a flow have filled. Null when such a run may lie too far back to be found. */
export async function findFilledStores(db: Reader, flowId: string): Promise<string[] | null> {
  const found = await rows.listRuns(db, flowId, LOOKED_BACK + 1, undefined)
  const finished = found.filter(({ state }) => state === 'finished').map(({ id }) => id)
  const pages = await rows.listFirstPages(db, finished)
  // A filling run has no question and ends at its store.
  const filled = pages.flatMap(({ events }) => {
    const first = events[0]?.event
    const fills = first?.type === 'run_started' && first.question === ''
    return fills && first.until !== undefined ? [first.until] : []
  })
  return found.length > LOOKED_BACK ? null : [...new Set(filled)]
}
