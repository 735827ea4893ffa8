import { and, asc, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { type RunLogRow, type RunRow, runLog, runs } from './runs.table.ts'

// A new run has no end date, and a placeholder for a date cannot be null.
const runInsert = prepared((tx: Writer) =>
  tx
    .insert(runs)
    .values({ ...placeholders(runs), endedDate: null })
    .prepare(),
)
const pageInsert = prepared((tx: Writer) => tx.insert(runLog).values(placeholders(runLog)).prepare())
const runUpdate = prepared((tx: Writer) =>
  tx
    .update(runs)
    .set({
      state: sql`${sql.placeholder('state')}`,
      tokens: sql`${sql.placeholder('tokens')}`,
      costMicro: sql`${sql.placeholder('costMicro')}`,
      endedDate: sql`${sql.placeholder('endedDate')}`,
    })
    .where(and(eq(runs.id, sql.placeholder('id')), eq(runs.state, 'running')))
    .returning({ id: runs.id })
    .prepare(),
)

export async function insertRun(tx: Writer, row: RunRow) {
  await runInsert(tx).execute(row)
}

export async function insertPage(tx: Writer, row: RunLogRow) {
  await pageInsert(tx).execute(row)
}

type Ending = Pick<RunRow, 'id' | 'state' | 'tokens' | 'costMicro'> & { endedDate: Date }

/** Undefined when it has already ended: of several concurrent calls, one succeeds. */
export async function endRun(tx: Writer, { endedDate, ...ending }: Ending) {
  // A placeholder inside sql`` is not converted by its column, so the date is written as the dialect stores it.
  const [ended] = await runUpdate(tx).execute({ ...ending, endedDate: toStored(endedDate) })
  return ended
}

function toStored(date: Date) {
  return runs.endedDate.mapToDriverValue(date)
}

export async function findRun(db: Reader, id: string) {
  const [row] = await db.select().from(runs).where(eq(runs.id, id)).limit(1)
  return row
}

export function listPages(db: Reader, runId: string) {
  return db.select().from(runLog).where(eq(runLog.runId, runId)).orderBy(asc(runLog.sequence))
}

export function listRuns(
  db: Reader,
  flowId: string,
  limit: number,
  place: { date: Date; id: string } | undefined,
) {
  const after =
    place &&
    or(lt(runs.startedDate, place.date), and(eq(runs.startedDate, place.date), lt(runs.id, place.id)))
  return db
    .select()
    .from(runs)
    .where(and(eq(runs.flowId, flowId), after))
    .orderBy(desc(runs.startedDate), desc(runs.id))
    .limit(limit)
}

export async function listFirstPages(db: Reader, runIds: string[]) {
  return runIds.length === 0
    ? []
    : db
        .select()
        .from(runLog)
        .where(and(inArray(runLog.runId, runIds), eq(runLog.sequence, 1)))
}

export function listRunning(db: Reader, before: Date, limit: number) {
  return (
    db
      .select()
      .from(runs)
      // Literal, not bound: SQLite uses the partial index only for the identical expression.
      .where(and(sql`${runs.state} = 'running'`, lt(runs.startedDate, before)))
      .orderBy(asc(runs.startedDate), asc(runs.id))
      .limit(limit)
  )
}

export function listTotals(db: Reader, userId: string, since: Date) {
  return db
    .select({
      flowId: runs.flowId,
      count: sql`count(*)`.mapWith(Number),
      costMicro: sql`sum(${runs.costMicro})`.mapWith(Number),
    })
    .from(flows)
    .innerJoin(runs, and(eq(runs.flowId, flows.id), gte(runs.startedDate, since)))
    .where(eq(flows.userId, userId))
    .groupBy(runs.flowId)
}
