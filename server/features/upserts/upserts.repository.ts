import { and, asc, desc, eq, gte, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { jobs } from '#server/features/jobs/jobs.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { stores } from '#server/features/stores/stores.table.ts'
import { type UpsertRow, upserts } from './upserts.table.ts'

const MAX_ROWS = 1_000

export async function insertUpsert(tx: Writer, row: UpsertRow) {
  await tx.insert(upserts).values(row)
}

export async function updateByJob(tx: Writer, jobId: string, changes: Changes<UpsertRow>) {
  const [updated] = await tx.update(upserts).set(changes).where(eq(upserts.jobId, jobId)).returning()
  return updated
}

export async function findUpsert(db: Reader, id: string) {
  const [row] = await db.select().from(upserts).where(eq(upserts.id, id)).limit(1)
  return row
}

export function listUpserts(
  db: Reader,
  subjectId: string,
  { order, limit }: { order: 'ASC' | 'DESC'; limit: number },
) {
  const by = order === 'ASC' ? asc : desc
  return db
    .select()
    .from(upserts)
    .where(eq(upserts.subjectId, subjectId))
    .orderBy(by(upserts.date), by(upserts.id))
    .limit(limit)
}

type UpsertFilter = {
  id?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  limit?: number | undefined
}

/** With the progress of their jobs, newest first. */
export function listWithJobs(
  db: Reader,
  subjectId: string,
  { id, from, to, limit = MAX_ROWS }: UpsertFilter,
) {
  return db
    .select({ upsert: upserts, progress: jobs.progress, error: jobs.error })
    .from(upserts)
    .innerJoin(jobs, eq(jobs.id, upserts.jobId))
    .where(
      and(
        eq(upserts.subjectId, subjectId),
        id === undefined ? undefined : eq(upserts.id, id),
        from && gte(upserts.date, from),
        to && lte(upserts.date, to),
      ),
    )
    .orderBy(desc(upserts.date), desc(upserts.id))
    .limit(limit)
}

/** Those of a user that are going on, oldest first, with the names of what they upsert. */
export function listProcessing(db: Reader, userId: string) {
  return (
    db
      .select({
        id: upserts.id,
        subjectId: upserts.subjectId,
        name: flows.name,
        purpose: flows.purpose,
        date: upserts.date,
      })
      .from(upserts)
      .innerJoin(flows, eq(flows.id, upserts.subjectId))
      // Literal, not bound: SQLite uses the partial index only for the identical expression.
      .where(and(sql`${upserts.status} = 'PROCESSING'`, eq(upserts.userId, userId)))
      .orderBy(asc(upserts.date), asc(upserts.id))
      .limit(100)
  )
}

export function listById(db: Reader, ids: readonly string[]) {
  return db
    .select()
    .from(upserts)
    .where(inArray(upserts.id, [...ids]))
}

/** Deletes what has ended. */
export async function deleteUpserts(tx: Writer, ids: readonly string[]) {
  const deleted = await tx
    .delete(upserts)
    .where(and(inArray(upserts.id, [...ids]), ne(upserts.status, 'PROCESSING')))
    .returning({ id: upserts.id })
  return deleted.length
}

export async function findResult(db: Reader, id: string) {
  const [row] = await db
    .select({ subjectId: upserts.subjectId, counts: upserts.counts, result: jobs.result })
    .from(upserts)
    .innerJoin(jobs, eq(jobs.id, upserts.jobId))
    .where(eq(upserts.id, id))
    .limit(1)
  return row
}

/** The owner of a flow, document store or pool. */
export async function findOwner(db: Reader, subjectId: string) {
  const [row] = await db
    .select({ userId: flows.userId, name: flows.name, removedDate: flows.removedDate })
    .from(flows)
    .where(eq(flows.id, subjectId))
    .limit(1)
  return row && row.removedDate === null ? row : undefined
}

/** What an upsert writes to. */
export async function findKind(db: Reader, subjectId: string) {
  const [row] = await db
    .select({ kind: stores.kind })
    .from(flows)
    .leftJoin(stores, eq(stores.id, flows.id))
    .where(and(eq(flows.id, subjectId), isNull(flows.removedDate)))
    .limit(1)
  return row && (row.kind ?? 'flow')
}

/** What the attempts of a job have cost. */
export async function sumCosts(db: Reader, subjectId: string, jobId: string) {
  const [row] = await db
    .select({ costMicro: sql<number>`coalesce(sum(${runs.costMicro}), 0)`.mapWith(Number) })
    .from(runs)
    .where(and(eq(runs.flowId, subjectId), eq(runs.sessionId, jobId)))
  return row?.costMicro ?? 0
}

/** Of a removed user. */
export async function deleteUpsertsOf(tx: Writer, userId: string) {
  await tx.delete(upserts).where(eq(upserts.userId, userId))
}
