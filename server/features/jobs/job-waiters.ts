import type { Store } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { isEndedJob } from '#shared/jobs.ts'
import { findJob } from './jobs.repository.ts'
import type { JobRow } from './jobs.table.ts'

/** Another process may end the job. */
const POLL_MS = 1_000

/** Requests that wait for the end of a job. */
export function createJobWaiters({ store }: { store: Store }) {
  const waiters = new Map<string, Set<() => void>>()

  /** Resolves when the job has ended or the time is over, with the job as it is then. */
  async function wait(id: string, signal: AbortSignal): Promise<JobRow> {
    for (;;) {
      const row = (await findJob(store.db, id)) ?? rejectUnknown()
      if (isEndedJob(row.state) || signal.aborted) {
        return row
      }
      await nextChange(id, signal)
    }
  }

  function nextChange(id: string, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const these = waiters.get(id) ?? new Set()
    waiters.set(id, these.add(resolve))
    const poll = setTimeout(resolve, POLL_MS)
    signal.addEventListener('abort', () => resolve(), { once: true })
    return promise.finally(() => {
      clearTimeout(poll)
      these.delete(resolve)
      if (these.size === 0) {
        waiters.delete(id)
      }
    })
  }

  /** This process has changed the job. */
  function notify(id: string) {
    for (const resolve of waiters.get(id) ?? []) {
      resolve()
    }
  }

  return { wait, notify }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This job does not exist.')
}
