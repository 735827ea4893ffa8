import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNull,
  lt,
  lte,
  min,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type JobAttemptRow, type JobRow, jobAttempts, jobs } from './jobs.table.ts'

const open = ['queued', 'running'] as const
/** Literal, not bound: SQLite uses partial indexes only for the identical expression. */
const isOpen = sql`${jobs.state} in ('queued', 'running')`

export async function insertJob(tx: Writer, row: JobRow) {
  await tx.insert(jobs).values(row)
}

export async function findJob(db: Reader, id: string) {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id)).limit(1)
  return row
}

/** Newest first. */
export function listOf(db: Reader, subjectId: string, limit: number) {
  return db
    .select()
    .from(jobs)
    .where(eq(jobs.subjectId, subjectId))
    .orderBy(desc(jobs.createdDate), desc(jobs.id))
    .limit(limit)
}

/** Queued or running, oldest first. */
export function listOpen(db: Reader, subjectId: string) {
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.subjectId, subjectId), inArray(jobs.state, open)))
    .orderBy(asc(jobs.createdDate), asc(jobs.id))
    .limit(10_000)
}

/** Of all users, by kind and state. */
export function countOpen(db: Reader) {
  return db
    .select({
      kind: jobs.kind,
      state: jobs.state,
      count: count(),
      oldestDate: min(jobs.createdDate),
    })
    .from(jobs)
    .where(isOpen)
    .groupBy(jobs.kind, jobs.state)
}

export function listOpenOf(db: Reader, userId: string) {
  return db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.userId, userId), inArray(jobs.state, open)))
    .limit(10_000)
}

/** Of a removed user, with their attempts. */
export async function deleteJobsOf(tx: Writer, userId: string) {
  const theirs = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.userId, userId))
  await tx.delete(jobAttempts).where(inArray(jobAttempts.jobId, theirs))
  await tx.delete(jobs).where(eq(jobs.userId, userId))
}

/** These kinds, or all but these. */
export type JobKinds = { only: readonly string[] } | { except: readonly string[] }

function isOfKind(kinds: JobKinds) {
  return 'only' in kinds ? inArray(jobs.kind, [...kinds.only]) : notInArray(jobs.kind, [...kinds.except])
}

/** Users with due jobs; those whose oldest open job is older come first. */
export function listDueUsers(db: Reader, date: Date, kinds: JobKinds) {
  return db
    .select({ userId: jobs.userId })
    .from(jobs)
    .where(and(isOpen, eq(jobs.state, 'queued'), lte(jobs.runDate, date), isOfKind(kinds)))
    .groupBy(jobs.userId)
    .orderBy(sql`min(${jobs.createdDate})`, jobs.userId)
}

/** Due jobs of a user whose queue is free, oldest first. */
export function listDueOf(
  db: Reader,
  { userId, date, kinds, limit }: { userId: string; date: Date; kinds: JobKinds; limit: number },
) {
  const other = sql.raw('other')
  const isFirst = sql`not exists (
    select 1 from ${jobs} ${other} where ${other}.queue_key = ${jobs.queueKey} and ${other}.id <> ${jobs.id}
      and ${other}.state in ('queued', 'running') and (
        ${other}.state = 'running' or ${other}.created_date < ${jobs.createdDate} or
          (${other}.created_date = ${jobs.createdDate} and ${other}.id < ${jobs.id}))
  )`
  return db
    .select()
    .from(jobs)
    .where(
      and(
        ...[isOpen, eq(jobs.userId, userId), eq(jobs.state, 'queued'), lte(jobs.runDate, date)],
        ...[isOfKind(kinds), isFirst],
      ),
    )
    .orderBy(asc(jobs.createdDate), asc(jobs.id))
    .limit(limit)
}

/** Undefined when another process was faster. Throws a violation when a job of the same queue is running. */
export async function claimJob(tx: Writer, { id, attempts }: JobRow, owner: string, leaseDate: Date) {
  const [claimed] = await tx
    .update(jobs)
    .set({ state: 'running', owner, leaseDate, attempts: attempts + 1 })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'queued'), eq(jobs.attempts, attempts)))
    .returning()
  return claimed
}

export async function renewLeases(tx: Writer, ids: readonly string[], owner: string, leaseDate: Date) {
  await tx
    .update(jobs)
    .set({ leaseDate })
    .where(and(inArray(jobs.id, [...ids]), eq(jobs.owner, owner)))
}

/** Running jobs of dead processes: all of other owners where there is one process, else those whose lease has ended. */
export function listAbandoned(db: Reader, { owner, before }: { owner: string; before: Date | undefined }) {
  const isDead = before ? or(isNull(jobs.leaseDate), lt(jobs.leaseDate, before)) : undefined
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.state, 'running'), or(isNull(jobs.owner), ne(jobs.owner, owner)), isDead))
    .orderBy(asc(jobs.createdDate), asc(jobs.id))
    .limit(1_000)
}

/** Only while the job is in the hands of this owner, so that a process that lost its lease changes nothing. */
export async function updateOwn(tx: Writer, id: string, owner: string, changes: Changes<JobRow>) {
  const [updated] = await tx
    .update(jobs)
    .set(changes)
    .where(and(eq(jobs.id, id), eq(jobs.owner, owner), eq(jobs.state, 'running')))
    .returning()
  return updated
}

export async function updateOpen(tx: Writer, id: string, changes: Changes<JobRow>) {
  const [updated] = await tx
    .update(jobs)
    .set(changes)
    .where(and(eq(jobs.id, id), inArray(jobs.state, open)))
    .returning()
  return updated
}

/** Of these running jobs, those that are to be cancelled. */
export function listCancelled(db: Reader, ids: readonly string[]) {
  return db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.id, [...ids]), sql`${jobs.cancelDate} is not null`))
}

export async function isQueued(db: Reader, { kind, subjectId }: Pick<JobRow, 'kind' | 'subjectId'>) {
  const [found] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.subjectId, subjectId), eq(jobs.kind, kind), eq(jobs.state, 'queued')))
    .limit(1)
  return found !== undefined
}

export async function insertAttempt(tx: Writer, row: JobAttemptRow) {
  await tx.insert(jobAttempts).values(row)
}

export async function endAttempt(
  tx: Writer,
  { id, attempts }: JobRow,
  changes: Pick<JobAttemptRow, 'outcome' | 'error' | 'endedDate'>,
) {
  await tx
    .update(jobAttempts)
    .set(changes)
    .where(and(eq(jobAttempts.jobId, id), eq(jobAttempts.number, attempts), isNull(jobAttempts.outcome)))
}

export function listAttempts(db: Reader, jobId: string) {
  return db
    .select()
    .from(jobAttempts)
    .where(eq(jobAttempts.jobId, jobId))
    .orderBy(asc(jobAttempts.number))
    .limit(1_000)
}

/** Attempts of this job that failed of themselves, by which retries are counted. */
export function countFailures(db: Reader, jobId: string) {
  return db.$count(jobAttempts, and(eq(jobAttempts.jobId, jobId), eq(jobAttempts.outcome, 'failed')))
}
