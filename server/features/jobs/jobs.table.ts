import { type SQLWrapper, sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import { type JobProgress, jobStates } from '#shared/jobs.ts'

const isOpen = ({ state }: { state: SQLWrapper }) => sql`${state} in ('queued', 'running')`

/** Background work. A job is leased by one process at a time and survives its death. */
export const jobs = kit.table(
  'jobs',
  {
    id: kit.id(),
    kind: kit.text('kind').notNull(),
    /** Pays for the job. */
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** The flow, document store or pool it works on. */
    subjectId: kit.text('subject_id').notNull(),
    /** Jobs with the same key run one after another, in the order of their creation. */
    queueKey: kit.text('queue_key').notNull(),
    input: kit.json<unknown>('input').notNull(),
    state: kit.oneOf('state', jobStates).notNull(),
    progress: kit.json<JobProgress>('progress'),
    result: kit.json<unknown>('result'),
    error: kit.text('error'),
    attempts: kit.integer('attempts').notNull(),
    /** Not before this time: a retry waits. */
    runDate: kit.time('run_date').notNull(),
    /** The process that runs it, until `leaseDate` unless it renews the lease. */
    owner: kit.text('owner'),
    leaseDate: kit.time('lease_date'),
    cancelDate: kit.time('cancel_date'),
    createdDate: kit.time('created_date').notNull(),
    endedDate: kit.time('ended_date'),
  },
  (t) => [
    kit.index('jobs_due').on(t.userId, t.createdDate, t.id, t.state, t.runDate, t.kind).where(isOpen(t)),
    kit.index('jobs_queue').on(t.queueKey, t.createdDate).where(isOpen(t)),
    // Two processes cannot both begin a job of one key.
    kit.unique('jobs_running').on(t.queueKey).where(sql`${t.state} = 'running'`),
    kit.index('jobs_subject').on(t.subjectId, t.createdDate),
    kit.index('jobs_user').on(t.userId, t.createdDate),
  ],
)
export type JobRow = typeof jobs.$inferSelect

export const jobAttempts = kit.table(
  'job_attempts',
  {
    jobId: kit
      .text('job_id')
      .notNull()
      .references(() => jobs.id),
    number: kit.integer('number').notNull(),
    owner: kit.text('owner').notNull(),
    startedDate: kit.time('started_date').notNull(),
    endedDate: kit.time('ended_date'),
    outcome: kit.oneOf('outcome', ['completed', 'failed', 'cancelled', 'interrupted']),
    error: kit.text('error'),
  },
  (t) => [kit.primaryKey({ columns: [t.jobId, t.number] })],
)
export type JobAttemptRow = typeof jobAttempts.$inferSelect
