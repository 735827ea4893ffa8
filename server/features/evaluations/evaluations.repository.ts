import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { insertMany } from '#server/db/insert-many.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { datasets } from './datasets.table.ts'
import {
  type EvaluationResultRow,
  type EvaluationRow,
  type EvaluationRowRow,
  type EvaluationVersionRow,
  evaluationResults,
  evaluationRows,
  evaluations,
  evaluationVersions,
} from './evaluations.table.ts'

const MAX_EVALUATIONS = 1_000
const CHUNK = 100

const countOf = (condition = sql`true`) =>
  sql<number>`(select count(*) from ${evaluationResults}
    where ${evaluationResults.evaluationId} = ${evaluations.id} and ${condition})`.mapWith(Number)

const head = {
  row: evaluations,
  datasetName: datasets.name,
  total: countOf(),
  done: countOf(sql`${evaluationResults.isDone}`),
  spentMicro:
    sql<number>`(select coalesce(sum(${evaluationResults.costMicro} + ${evaluationResults.judgeMicro}), 0)
    from ${evaluationResults} where ${evaluationResults.evaluationId} = ${evaluations.id})`.mapWith(Number),
  rowCount: sql<number>`(select count(*) from ${evaluationRows}
    where ${evaluationRows.evaluationId} = ${evaluations.id})`.mapWith(Number),
}

export type EvaluationFilter = {
  userId: string
  flowId?: string | undefined
  datasetId?: string | undefined
}

/** Newest first. */
export function listHeads(
  db: Reader,
  { userId, flowId, datasetId }: EvaluationFilter,
  { limit = MAX_EVALUATIONS, offset = 0 }: { limit?: number; offset?: number } = {},
) {
  return db
    .select(head)
    .from(evaluations)
    .innerJoin(datasets, eq(datasets.id, evaluations.datasetId))
    .where(
      and(
        eq(evaluations.userId, userId),
        flowId === undefined ? undefined : eq(evaluations.flowId, flowId),
        datasetId === undefined ? undefined : eq(evaluations.datasetId, datasetId),
      ),
    )
    .orderBy(desc(evaluations.createdDate), desc(evaluations.id))
    .limit(limit)
    .offset(offset)
}

export const countEvaluations = (db: Reader, userId: string) =>
  db.$count(evaluations, eq(evaluations.userId, userId))

export async function findHead(db: Reader, userId: string, id: string) {
  const [found] = await db
    .select(head)
    .from(evaluations)
    .innerJoin(datasets, eq(datasets.id, evaluations.datasetId))
    .where(and(eq(evaluations.id, id), eq(evaluations.userId, userId)))
    .limit(1)
  return found
}
export type Head = NonNullable<Awaited<ReturnType<typeof findHead>>>

export async function findEvaluation(db: Reader, id: string) {
  const [row] = await db.select().from(evaluations).where(eq(evaluations.id, id)).limit(1)
  return row
}

export async function findByJob(db: Reader, jobId: string) {
  const [row] = await db.select().from(evaluations).where(eq(evaluations.jobId, jobId)).limit(1)
  return row
}

/** The finished runs of a flow with a data set, newest first. */
export function listCompleted(
  db: Reader,
  { flowId, datasetId, limit }: { flowId: string; datasetId: string; limit: number },
) {
  return db
    .select()
    .from(evaluations)
    .where(
      and(
        eq(evaluations.flowId, flowId),
        eq(evaluations.datasetId, datasetId),
        eq(evaluations.state, 'completed'),
      ),
    )
    .orderBy(desc(evaluations.createdDate), desc(evaluations.id))
    .limit(limit)
}

export async function nextNumber(db: Reader, datasetId: string) {
  const [row] = await db
    .select({ last: sql<number>`coalesce(max(${evaluations.number}), 0)`.mapWith(Number) })
    .from(evaluations)
    .where(eq(evaluations.datasetId, datasetId))
  return (row?.last ?? 0) + 1
}

const insertRows = insertMany(evaluationRows, (tx, rows) => tx.insert(evaluationRows).values(rows))
const insertResults = insertMany(evaluationResults, (tx, rows) => tx.insert(evaluationResults).values(rows))

export async function insertEvaluation(
  tx: Writer,
  row: EvaluationRow,
  {
    versions,
    rows,
    results,
  }: {
    versions: readonly EvaluationVersionRow[]
    rows: readonly EvaluationRowRow[]
    results: readonly EvaluationResultRow[]
  },
) {
  await tx.insert(evaluations).values(row)
  await tx.insert(evaluationVersions).values([...versions])
  await insertRows(tx, rows)
  await insertResults(tx, results)
}

export async function updateEvaluation(tx: Writer, id: string, changes: Changes<EvaluationRow>) {
  const [updated] = await tx.update(evaluations).set(changes).where(eq(evaluations.id, id)).returning()
  return updated
}

export function listVersions(db: Reader, evaluationId: string) {
  return db
    .select()
    .from(evaluationVersions)
    .where(eq(evaluationVersions.evaluationId, evaluationId))
    .orderBy(asc(evaluationVersions.position))
}

export function listRows(db: Reader, evaluationId: string) {
  return db
    .select()
    .from(evaluationRows)
    .where(eq(evaluationRows.evaluationId, evaluationId))
    .orderBy(asc(evaluationRows.number))
}

export function listResults(db: Reader, evaluationId: string) {
  return db
    .select()
    .from(evaluationResults)
    .where(eq(evaluationResults.evaluationId, evaluationId))
    .orderBy(asc(evaluationResults.row), asc(evaluationResults.versionId))
}

export function listPending(db: Reader, evaluationId: string) {
  return db
    .select()
    .from(evaluationResults)
    .where(and(eq(evaluationResults.evaluationId, evaluationId), eq(evaluationResults.isDone, false)))
    .orderBy(asc(evaluationResults.row), asc(evaluationResults.versionId))
}

type ResultKey = Pick<EvaluationResultRow, 'evaluationId' | 'versionId' | 'row'>

const isResult = ({ evaluationId, versionId, row }: ResultKey) =>
  and(
    eq(evaluationResults.evaluationId, evaluationId),
    eq(evaluationResults.versionId, versionId),
    eq(evaluationResults.row, row),
  )

export async function findResult(db: Reader, key: ResultKey) {
  const [row] = await db.select().from(evaluationResults).where(isResult(key)).limit(1)
  return row
}

export async function updateResult(tx: Writer, key: ResultKey, changes: Changes<EvaluationResultRow>) {
  await tx.update(evaluationResults).set(changes).where(isResult(key))
}

/** Counts up the rounds of a row, so that its next answers are runs of their own. */
export async function askAgain(tx: Writer, evaluationId: string, row: number) {
  const again = await tx
    .update(evaluationResults)
    .set({ isDone: false, round: sql`${evaluationResults.round} + 1` })
    .where(and(eq(evaluationResults.evaluationId, evaluationId), eq(evaluationResults.row, row)))
    .returning({ row: evaluationResults.row })
  return again.length
}

export async function deleteEvaluations(tx: Writer, ids: readonly string[]) {
  for (let start = 0; start < ids.length; start += CHUNK) {
    const some = ids.slice(start, start + CHUNK)
    await tx.delete(evaluationResults).where(inArray(evaluationResults.evaluationId, some))
    await tx.delete(evaluationRows).where(inArray(evaluationRows.evaluationId, some))
    await tx.delete(evaluationVersions).where(inArray(evaluationVersions.evaluationId, some))
    await tx.delete(evaluations).where(inArray(evaluations.id, some))
  }
}
