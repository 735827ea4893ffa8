import type { Writer } from '#server/db/store.ts'
import type { Upserted } from '#server/engine/handles.ts'
import type { RunningJob } from '#server/features/jobs/jobs.service.ts'
import type { JobProgress } from '#shared/jobs.ts'
import type { UpsertResult } from '#shared/upserts.ts'

/** One attempt of the job of an upsert. */
export type UpsertAttempt = {
  jobId: string
  /** The process that runs the job. */
  owner: string
  report(progress: JobProgress): void
  /** Stores the result in the transaction that publishes it. */
  storeResult(tx: Writer, result: UpsertResult): Promise<void>
  /** Result of an earlier attempt that had published when its process died. */
  stored: UpsertResult | undefined
}

/** `owner`: the process that runs the job. */
export type OwnedJob = { job: RunningJob; owner: string }

export function attemptOf({ job: { row, report, storeResult }, owner }: OwnedJob): UpsertAttempt {
  const stored = (row.result as UpsertResult | null) ?? undefined
  return { jobId: row.id, owner, stored, report, storeResult }
}

/** Chunks a response contains; their count is always complete. */
const MAX_ADDED = 1_000

/** Flowise's IndexingResult. */
export function toUpsertResult({ addedDocs, ...counts }: Upserted): UpsertResult {
  return { ...counts, addedDocs: addedDocs.slice(0, MAX_ADDED) }
}

/** An attempt after one that had published finds nothing left to do, so the earlier result is the result. */
export function resultOf(upserted: Upserted, stored: UpsertResult | undefined): UpsertResult {
  const isRepeat = upserted.numAdded === 0 && upserted.numDeleted === 0
  return stored && isRepeat ? stored : toUpsertResult(upserted)
}
