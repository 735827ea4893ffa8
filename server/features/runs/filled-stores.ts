import type { Reader } from '#server/db/store.ts'
import * as rows from './runs.repository.ts'

/** Runs looked through: of a flow with more of them nobody can say that a store was never filled. */
const LOOKED_BACK = 400

/** Ids of the stores of a flow that a run has filled. Null where a filling may lie too far back to be found. */
export async function findFilledStores(db: Reader, flowId: string): Promise<string[] | null> {
  const found = await rows.listRuns(db, flowId, LOOKED_BACK + 1, undefined)
  const finished = found.filter(({ state }) => state === 'finished').map(({ id }) => id)
  const pages = await rows.listFirstPages(db, finished)
  // What fills a store asks nothing and goes no further than it.
  const filled = pages.flatMap(({ events }) => {
    const begun = events[0]?.event
    const fills = begun?.type === 'run_started' && begun.question === ''
    return fills && begun.until !== undefined ? [begun.until] : []
  })
  return found.length > LOOKED_BACK ? null : [...new Set(filled)]
}
