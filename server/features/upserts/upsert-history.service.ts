import type { Writer } from '#server/db/store.ts'
import type { JobRow, JobsService } from '#server/features/jobs/jobs.service.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import type { UpsertCounts, UpsertNode, UpsertResult } from '#shared/upserts.ts'
import * as rows from './upserts.repository.ts'

/** Who waits longer for an upsert looks elsewhere, so its end is a notification. */
const WATCHED_MS = 60_000

const links = {
  flow: (id: string) => `/canvas/${id}`,
  store: (id: string) => `/app/document-stores/${id}`,
  pool: (id: string) => `/app/document-pools/${id}`,
}

type Deps = {
  newId: NewId
  now: () => Date
  jobs: Pick<JobsService, 'enqueue'>
  runs: Pick<RunsService, 'recoverOf'>
  notifications: Pick<NotificationsService, 'notifyIn'>
}

export type StartedUpsert = { jobId: string; upsertId: string }

type Beginning = {
  kind: string
  subjectId: string
  userId: string
  input: unknown
  /** Of the vector store. */
  nodeId: string
  nodes: UpsertNode[]
  isDraft: boolean
  startedBy: string
}

/** The history of upserts, written in the transactions of their jobs. */
export function createUpsertHistory({ newId, now, jobs, runs, notifications }: Deps) {
  /** The job and its entry of the history. Call `jobs.wake` once the transaction has been committed. */
  async function begin(tx: Writer, { kind, input, ...entry }: Beginning): Promise<StartedUpsert> {
    const { subjectId, userId } = entry
    const job = await jobs.enqueue(tx, { kind, userId, subjectId, input })
    const upsertId = newId()
    await rows.insertUpsert(tx, {
      ...entry,
      ...{ id: upsertId, jobId: job.id, status: 'PROCESSING', statusText: 'Processing', counts: null },
      ...{ costMicro: 0, date: now(), endedDate: null },
    })
    return { jobId: job.id, upsertId }
  }

  async function begun(tx: Writer, { id, attempts }: JobRow) {
    const statusText = attempts > 1 ? `Processing after job recovery, attempt ${attempts}` : 'Processing'
    await rows.updateByJob(tx, id, { statusText })
  }

  async function ended(tx: Writer, job: JobRow, outcome: 'completed' | 'failed' | 'cancelled') {
    const costMicro = await rows.sumCosts(tx, job.subjectId, job.id)
    await rows.updateByJob(tx, job.id, { ...endings[outcome](job), costMicro, endedDate: now() })
    const isLong = now().getTime() - job.createdDate.getTime() > WATCHED_MS
    if (outcome === 'failed' || (outcome === 'completed' && isLong)) {
      await notify(tx, job, outcome)
    }
  }

  async function notify(tx: Writer, { subjectId, userId, error }: JobRow, outcome: 'completed' | 'failed') {
    const kind = await rows.findKind(tx, subjectId)
    if (kind) {
      await notifications.notifyIn(tx, {
        ...{ userId, kind: `upsert_${outcome}`, flowId: subjectId, link: links[kind](subjectId) },
        ...{ cause: error ?? '', params: { ...(error !== null && { message: error }) } },
      })
    }
  }

  /** Its call to the embedding model has no result and is not charged. */
  async function abandoned({ owner }: JobRow) {
    await (owner && runs.recoverOf(owner))
  }

  return { begin, begun, ended, abandoned, removeOf: rows.deleteUpsertsOf }
}

export type UpsertHistory = ReturnType<typeof createUpsertHistory>

const endings = {
  completed: ({ result, attempts }: JobRow) => ({
    status: 'COMPLETED' as const,
    statusText: attempts > 1 ? 'Successfully Completed after job recovery' : 'Successfully Completed',
    counts: countsOf(result as UpsertResult),
  }),
  failed: ({ error }: JobRow) => ({
    status: 'ERROR' as const,
    statusText: error ?? 'Error during upsert operation',
  }),
  cancelled: () => ({ status: 'CANCELLED' as const, statusText: 'Upsert cancelled by user' }),
}

function countsOf({ numAdded, numDeleted, numUpdated, numSkipped, totalKeys }: UpsertResult): UpsertCounts {
  return { numAdded, numDeleted, numUpdated, numSkipped, totalKeys }
}
