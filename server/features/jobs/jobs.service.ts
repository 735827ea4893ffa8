import { dialect } from '#server/db/dialect.ts'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import { findViolation } from '#server/db/violation.ts'
import { backoffMs } from '#server/engine/backoff.ts'
import type { NewId } from '#server/ids.ts'
import { jobsEnded } from '#server/telemetry/metrics/instruments.ts'
import { AppError } from '#shared/errors.ts'
import type { JobProgress } from '#shared/jobs.ts'
import { listDue } from './due-jobs.ts'
import { cancelled, errorOfJob, isLost, isTemporary } from './job-errors.ts'
import { createProgressReporter } from './job-progress.ts'
import { createJobWaiters } from './job-waiters.ts'
import * as rows from './jobs.repository.ts'
import type { JobRow } from './jobs.table.ts'

export type { JobRow } from './jobs.table.ts'

/** Slots of one process: jobs wait for services most of the time. */
const MAX_BACKGROUND = 4
/** Jobs that a person waits for have slots of their own, so that upserts hold no conversation up. */
const MAX_URGENT = 32
const LEASE_MS = 30_000
const CANCEL_MS = 5_000
const MAX_FAILURES = 3
/** Deaths of the process during a job. More of them are no coincidence. */
const MAX_ATTEMPTS = 30
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 5 * 60_000

type Outcome = 'completed' | 'failed' | 'cancelled'

export type RunningJob = {
  row: JobRow
  /** The job was interrupted by the end of a process before: its earlier work must be looked for. */
  isResumed: boolean
  /** Aborted when the job is cancelled, or when this process stops or has lost it. */
  signal: AbortSignal
  /** Stored now and then. Never fails. */
  report(progress: JobProgress): void
  /**
   * Stores a result in the caller's transaction, before the job ends: the attempt after a crash finds it in `row`. Throws
   * UNAVAILABLE when another process has taken the job over, so that the transaction changes nothing.
   */
  storeResult(tx: Writer, result: unknown): Promise<void>
}

export type JobHandler = {
  /** A person waits for the result. */
  isUrgent?: true
  /** Attempts that may fail before the job does. */
  maxFailures?: number
  /** Returns the result, which is stored. A temporary error is tried again, any other ends the job. */
  run(job: RunningJob): Promise<unknown>
  /** In the transaction that begins an attempt. */
  begun?(tx: Writer, row: JobRow): Promise<void>
  /** In the transaction that ends the job, however it ends. */
  ended?(tx: Writer, row: JobRow, outcome: Outcome): Promise<void>
  /** After an attempt whose process has died, before the next one. */
  abandoned?(row: JobRow): Promise<void>
}

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
}

type New = Pick<JobRow, 'kind' | 'userId' | 'subjectId' | 'input'> & { queueKey?: string; delayMs?: number }

/**
 * Background jobs, stored in the database: leased by one process at a time, resumed after a crash, retried when what
 * failed is temporary. Jobs with the same queue key run one after another.
 */
export function createJobsService({ store, newId, now }: Deps) {
  let onError: (error: unknown) => void = () => undefined
  /** New with every start, so that a process is never mistaken for the one before it. */
  const processId = newId()
  const handlers = new Map<string, JobHandler>()
  const running = new Map<string, { row: JobRow; controller: AbortController; done: Promise<void> }>()
  const { wait, notify } = createJobWaiters({ store })
  let isStopping = false
  let ticking: Promise<void> | undefined
  let isTickDue = false

  const handle = (kind: string, handler: JobHandler) => void handlers.set(kind, handler)

  /** Runs in the caller's transaction. Call `wake` once it has been committed. */
  async function enqueue(
    tx: Writer,
    { kind, userId, subjectId, input, queueKey = subjectId, delayMs = 0 }: New,
  ) {
    const date = now()
    const runDate = new Date(date.getTime() + delayMs)
    const row: JobRow = {
      ...{ id: newId(), kind, userId, subjectId, queueKey, input, state: 'queued' },
      ...{ progress: null, result: null, error: null, attempts: 0, runDate },
      ...{ owner: null, leaseDate: null, cancelDate: null, createdDate: date, endedDate: null },
    }
    await rows.insertJob(tx, row)
    return row
  }

  /** Looks for due jobs soon, or after the delay of the job. */
  function wake(delayMs = 0) {
    if (delayMs > 0) {
      setTimeout(wake, delayMs).unref()
      return
    }
    isTickDue = true
    setImmediate(() => void tick().catch((error) => onError(error)))
  }

  /** Takes over abandoned jobs and begins due ones. Returns when they have begun. */
  async function tick(): Promise<void> {
    isTickDue = true
    while (isTickDue && !isStopping) {
      ticking ??= tickOnce().finally(() => {
        ticking = undefined
      })
      await ticking
    }
  }

  async function tickOnce() {
    isTickDue = false
    await renew()
    await takeBackAbandoned()
    const urgent = [...handlers].flatMap(([kind, { isUrgent }]) => (isUrgent ? [kind] : []))
    await (urgent.length > 0 && beginDue({ only: urgent }, MAX_URGENT))
    await beginDue({ except: urgent }, MAX_BACKGROUND)
  }

  async function beginDue(kinds: rows.JobKinds, max: number) {
    const isOurs = ({ kind }: JobRow) =>
      'only' in kinds ? kinds.only.includes(kind) : !kinds.except.includes(kind)
    const busy = [...running.values()].flatMap(({ row }) => (isOurs(row) ? [row] : []))
    for (const row of isStopping ? [] : await listDue(store.db, { date: now(), kinds, max, busy })) {
      await begin(row)
    }
  }

  /** Tells other processes that this one lives, and notices what they have cancelled. */
  async function renew() {
    const ids = [...running.keys()]
    if (ids.length === 0) {
      return
    }
    await store.transaction((tx) => rows.renewLeases(tx, ids, processId, leaseDate()))
    for (const { id } of await rows.listCancelled(store.db, ids)) {
      running.get(id)?.controller.abort(cancelled())
    }
  }

  async function takeBackAbandoned() {
    // SQLite has one process, so jobs of any other one are abandoned.
    const before = dialect === 'postgres' ? now() : undefined
    for (const row of await rows.listAbandoned(store.db, { owner: processId, before })) {
      await handlers.get(row.kind)?.abandoned?.(row)
      await store.transaction((tx) => takeBack(tx, row))
      notify(row.id)
    }
  }

  async function takeBack(tx: Writer, row: JobRow) {
    await rows.endAttempt(tx, row, { outcome: 'interrupted', error: null, endedDate: now() })
    if (row.cancelDate) {
      await end(tx, row, 'cancelled', { error: null })
    } else if (row.attempts >= MAX_ATTEMPTS) {
      await end(tx, row, 'failed', { error: 'The server stopped repeatedly while it worked on this.' })
    } else {
      await rows.updateOpen(tx, row.id, { ...unowned, runDate: now() })
    }
  }

  async function begin(due: JobRow) {
    const row = await store.transaction((tx) => claim(tx, due)).catch(ignoreTaken)
    if (!row) {
      return
    }
    const controller = new AbortController()
    const entry = { row, controller, done: Promise.resolve() }
    running.set(row.id, entry)
    entry.done = perform(row, controller.signal)
      .catch((error) => onError(error))
      .finally(() => {
        running.delete(row.id)
        notify(row.id)
        wake()
      })
  }

  async function claim(tx: Writer, due: JobRow) {
    const row = await rows.claimJob(tx, due, processId, leaseDate())
    if (row) {
      const number = row.attempts
      const open = { endedDate: null, outcome: null, error: null }
      await rows.insertAttempt(tx, { jobId: row.id, number, owner: processId, startedDate: now(), ...open })
      await handlers.get(row.kind)?.begun?.(tx, row)
    }
    return row
  }

  async function perform(row: JobRow, signal: AbortSignal) {
    const reporter = createProgressReporter({
      write: (progress) =>
        store.transaction((tx) => rows.updateOwn(tx, row.id, processId, { progress }), 'deferred'),
      onError: (error) => onError(error),
    })
    try {
      const handler = handlers.get(row.kind) ?? rejectKind(row.kind)
      const isResumed = await wasInterrupted(row)
      const result = await handler.run({
        ...{ row, isResumed, signal, report: reporter.report },
        storeResult: (tx, stored) => storeResult(tx, row.id, stored),
      })
      await reporter.settled()
      await store.transaction((tx) => conclude(tx, row, 'completed', { result, error: null }))
    } catch (error) {
      await reporter.settled()
      await fail(row, error, signal)
    }
  }

  async function storeResult(tx: Writer, id: string, result: unknown) {
    if (!(await rows.updateOwn(tx, id, processId, { result }))) {
      throw new AppError('UNAVAILABLE', 'Another process has taken over this job.')
    }
  }

  async function fail(row: JobRow, error: unknown, signal: AbortSignal) {
    if (isStopping || (signal.aborted && isLost(signal.reason))) {
      await release(row)
      return
    }
    if (signal.aborted) {
      await store.transaction((tx) => conclude(tx, row, 'cancelled', { error: null }))
      return
    }
    if (!(error instanceof AppError)) {
      onError(error)
    }
    const sentence = error instanceof AppError ? error.message : 'Something went wrong on our side.'
    await store.transaction(async (tx) => {
      const failures = (await rows.countFailures(tx, row.id)) + 1
      const { maxFailures = MAX_FAILURES } = handlers.get(row.kind) ?? {}
      if (isTemporary(error) && failures < maxFailures) {
        jobsEnded.add(1, row.kind, 'retried')
        await rows.endAttempt(tx, row, { outcome: 'failed', error: sentence, endedDate: now() })
        const waitMs = backoffMs(failures, {
          ...{ firstMs: FIRST_RETRY_MS, maxMs: MAX_RETRY_MS },
          retryAfter: String((error as AppError).details?.retryAfterSeconds ?? ''),
        })
        const runDate = new Date(now().getTime() + waitMs)
        await rows.updateOwn(tx, row.id, processId, { ...unowned, runDate, error: sentence })
        return
      }
      const code = error instanceof AppError ? error.code : 'INTERNAL'
      await conclude(tx, row, 'failed', { result: { code }, error: sentence })
    })
  }

  /** Without effect when the job was taken over meanwhile. */
  async function conclude(
    tx: Writer,
    row: JobRow,
    outcome: Outcome,
    { result = null, error }: { result?: unknown; error: string | null },
  ) {
    jobsEnded.add(1, row.kind, outcome)
    await rows.endAttempt(tx, row, { outcome, error, endedDate: now() })
    const ended = await rows.updateOwn(tx, row.id, processId, {
      ...{ state: outcome, result, error, endedDate: now(), owner: null, leaseDate: null },
    })
    await (ended && handlers.get(row.kind)?.ended?.(tx, ended, outcome))
  }

  async function end(tx: Writer, row: JobRow, outcome: Outcome, { error }: { error: string | null }) {
    const closed = { state: outcome, error, endedDate: now(), owner: null, leaseDate: null }
    const ended = await rows.updateOpen(tx, row.id, closed)
    await (ended && handlers.get(row.kind)?.ended?.(tx, ended, outcome))
  }

  /** Leaves the job to the next process. */
  async function release(row: JobRow) {
    await store.transaction(async (tx) => {
      await rows.endAttempt(tx, row, { outcome: 'interrupted', error: null, endedDate: now() })
      await rows.updateOwn(tx, row.id, processId, { ...unowned, runDate: now() })
    })
  }

  /** Cancelled at once when it waits, and within moments when it runs. No effect when it has ended. */
  async function cancel(id: string): Promise<void> {
    const row = await store.transaction(async (tx) => {
      const marked = await rows.updateOpen(tx, id, { cancelDate: now() })
      if (marked?.state === 'queued') {
        await end(tx, marked, 'cancelled', { error: null })
      }
      return marked
    })
    running.get(id)?.controller.abort(cancelled())
    if (row?.state === 'queued') {
      notify(id)
    }
  }

  /** All jobs of a user. Resolves when they have ended, or after some seconds. */
  async function cancelOf(userId: string) {
    const open = await rows.listOpenOf(store.db, userId)
    for (const { id } of open) {
      await cancel(id)
    }
    await Promise.all(open.map(({ id }) => wait(id, AbortSignal.timeout(CANCEL_MS))))
  }

  async function wasInterrupted({ id, attempts }: JobRow) {
    const past = await rows.listAttempts(store.db, id)
    return past.some(({ number, outcome }) => number < attempts && outcome === 'interrupted')
  }

  /** On shutdown, running jobs stop at their next step and are left to the next process. */
  async function stopAll() {
    isStopping = true
    for (const { controller } of running.values()) {
      controller.abort(new AppError('UNAVAILABLE', 'The server is restarting.'))
    }
    await Promise.all([...running.values()].map(({ done }) => done))
  }

  const leaseDate = () => new Date(now().getTime() + LEASE_MS)

  return {
    processId,
    handle,
    enqueue,
    wake,
    tick,
    cancel,
    cancelOf,
    removeOf: rows.deleteJobsOf,
    wait,
    stopAll,
    /** Errors that are bugs of ours. */
    onError: (listener: (error: unknown) => void) => {
      onError = listener
    },
    errorOf: errorOfJob,
    /** Whether an attempt that has thrown this is followed by another. */
    isTemporary,
    find: (id: string) => rows.findJob(store.db, id),
    /** Queued and running jobs by kind. */
    depth: () => rows.countOpen(store.db),
    listOf: (subjectId: string, limit = 100) => rows.listOf(store.db, subjectId, limit),
    listOpen: (subjectId: string) => rows.listOpen(store.db, subjectId),
    /** Whether such a job waits to begin. */
    isQueued: (db: Reader, of: Pick<JobRow, 'kind' | 'subjectId'>) => rows.isQueued(db, of),
    attempts: (id: string) => rows.listAttempts(store.db, id),
  }
}

export type JobsService = ReturnType<typeof createJobsService>

const unowned = { state: 'queued', owner: null, leaseDate: null } as const

/** A job of the same queue has begun elsewhere in the same moment. */
function ignoreTaken(error: unknown): undefined {
  if (findViolation(error)?.rule !== 'unique') {
    throw error
  }
}

function rejectKind(kind: string): never {
  throw new Error(`No handler for jobs of kind ${kind}.`)
}
