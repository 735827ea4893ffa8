import type { z } from 'zod'
import type { Caller } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { ChatService, UpsertOptions, UpsertWork } from '#server/features/chat/chat.service.ts'
import type { JobsService, RunningJob } from '#server/features/jobs/jobs.service.ts'
import { AppError } from '#shared/errors.ts'
import type { UpsertInput, UpsertResult, upsertRowsInput } from '#shared/upserts.ts'
import type { StartedUpsert, UpsertHistory } from './upsert-history.service.ts'
import { listUpsertedNodes } from './upserted-nodes.ts'
import * as rows from './upserts.repository.ts'
import type { UpsertRow } from './upserts.table.ts'

type Deps = {
  store: Store
  jobs: JobsService
  history: UpsertHistory
  chat: Pick<ChatService, 'requestUpsert' | 'runUpsert'>
}

/** Of flows. Stores and pools have kinds of their own. */
const KIND = 'upsert'
/** Clients that wait for the result give up after a minute; proxies often sooner. */
const WAIT_MS = 25_000

/** Upserts of vector stores as background jobs, and their history. */
export function createUpsertsService({ store, jobs, history, chat }: Deps) {
  jobs.handle(KIND, {
    begun: history.begun,
    ended: history.ended,
    abandoned: history.abandoned,
    run: (job: RunningJob) => chat.runUpsert(job.row.input as UpsertWork, { job, owner: jobs.processId }),
  })

  /** Checks the request, and starts the job. Throws what is wrong with the flow before anything is stored. */
  async function start(caller: Caller, input: UpsertInput, options: UpsertOptions): Promise<StartedUpsert> {
    const { flow, plan, work } = await chat.requestUpsert(caller.id, input, options)
    const started = await store.transaction((tx) =>
      history.begin(tx, {
        ...{ kind: KIND, subjectId: flow.id, userId: flow.userId, input: work },
        ...{ nodeId: work.nodeId, nodes: listUpsertedNodes(plan), isDraft: work.isDraft },
        startedBy: caller.via === 'key' ? `${caller.username} (API key)` : caller.username,
      }),
    )
    jobs.wake()
    return started
  }

  /** The result, or undefined while the job goes on after half a minute. Throws the sentence of a failed job. */
  async function result(jobId: string, closed: AbortSignal): Promise<UpsertResult | undefined> {
    const job = await jobs.wait(jobId, AbortSignal.any([closed, AbortSignal.timeout(WAIT_MS)]))
    if (job.state === 'failed') {
      throw jobs.errorOf(job)
    }
    if (job.state === 'cancelled') {
      throw new AppError('STOPPED', 'Upsert cancelled by user')
    }
    return job.state === 'completed' ? (job.result as UpsertResult) : undefined
  }

  async function listEntries(
    userId: string,
    subjectId: string,
    page: { order: 'ASC' | 'DESC'; limit: number },
  ) {
    await requireOwn(userId, subjectId)
    return (await rows.listUpserts(store.db, subjectId, page)).map(toEntry)
  }

  async function list(
    userId: string,
    subjectId: string,
    { from, to, ...filter }: Omit<z.output<typeof upsertRowsInput>, 'subjectId'>,
  ) {
    await requireOwn(userId, subjectId)
    const found = await rows.listWithJobs(store.db, subjectId, {
      ...filter,
      ...(from !== undefined && { from: new Date(from) }),
      ...(to !== undefined && { to: new Date(to) }),
    })
    return found.map(({ upsert: { startedBy: by, ...upsert }, progress, error }) => ({
      ...{ ...upsert, by, progress: upsert.status === 'PROCESSING' ? progress : null },
      error: upsert.status === 'ERROR' ? error : null,
    }))
  }

  /** Chunks that a completed upsert has added; none for others. */
  async function chunks(userId: string, id: string) {
    const found = await rows.findResult(store.db, id)
    await requireOwn(userId, found?.subjectId ?? '')
    const { addedDocs = [] } = (found?.result ?? {}) as Partial<UpsertResult>
    return { chunks: addedDocs, total: found?.counts?.numAdded ?? 0 }
  }

  /** Of the user, going on now. */
  const processing = (userId: string) => rows.listProcessing(store.db, userId)

  /** Throws NOT_FOUND when one belongs to somebody else, CONFLICT when one is going on. */
  async function remove(userId: string, ids: readonly string[]) {
    const found = await rows.listById(store.db, ids)
    if (found.some((row) => row.userId !== userId)) {
      throw new AppError('NOT_FOUND', 'This upsert does not exist.')
    }
    if (found.some(({ status }) => status === 'PROCESSING')) {
      throw new AppError('CONFLICT', 'A running upsert cannot be deleted. Cancel it first.')
    }
    const affected = await store.transaction((tx) => rows.deleteUpserts(tx, ids))
    return { affected, raw: [] as [] }
  }

  /** Cancels one upsert, or all that go on for a flow or store. */
  async function cancel(userId: string, id: string) {
    const one = await rows.findUpsert(store.db, id)
    await requireOwn(userId, one?.subjectId ?? id)
    const open = one ? [{ id: one.jobId }] : await jobs.listOpen(id)
    for (const job of open) {
      await jobs.cancel(job.id)
    }
    // An aborted attempt ends within moments; the caller sees the entry as it is then.
    await Promise.all(open.map((job) => jobs.wait(job.id, AbortSignal.timeout(5_000))))
    return { cancelled: open.length }
  }

  async function requireOwn(userId: string, subjectId: string) {
    const owner = await rows.findOwner(store.db, subjectId)
    if (owner?.userId !== userId) {
      throw new AppError('NOT_FOUND', 'This flow does not exist.')
    }
  }

  return {
    start,
    result,
    history: listEntries,
    list,
    chunks,
    processing,
    remove,
    cancel,
  }
}

/** Flowise's clients read `result` and `flowData` as JSON texts. */
function toEntry({ id, subjectId: chatflowid, status, statusText, counts, nodes, date }: UpsertRow) {
  const result = JSON.stringify({ status: statusText, ...counts })
  return { id, chatflowid, status, result, flowData: JSON.stringify(nodes), date }
}
