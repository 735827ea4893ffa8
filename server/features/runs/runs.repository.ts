import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { upserts } from '#server/features/upserts/upserts.table.ts'
import type { StepWait } from '#shared/runs.ts'
import { nodeOfWait } from '#shared/step-keys.ts'
import { processes, type RunLogRow, type RunRow, runDrafts, runLog, runs, runWaits } from './runs.table.ts'

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

/** Runs that have a log, in the order of their ids. */
export async function listLogged(
  db: Reader,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<string[]> {
  const found = await db
    .selectDistinct({ runId: runLog.runId })
    .from(runLog)
    .where(and(gt(runLog.runId, after), lt(runLog.runId, before)))
    .orderBy(asc(runLog.runId))
    .limit(limit)
  return found.map(({ runId }) => runId)
}

/** A later run of the same session of an agent flow exists. */
const hasNewer = sql`exists (
  select 1 from runs newer
  where newer.flow_id = runs.flow_id and newer.session_id = runs.session_id
    and newer.program is not null and newer.started_date > runs.started_date)`

/** Deletes the logs of those of these runs that ended before the date. Returns their number. */
export async function deleteOldLogs(tx: Writer, ids: readonly string[], endedBefore: Date): Promise<number> {
  const old = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(inArray(runs.id, [...ids]), lt(runs.endedDate, endedBefore), or(isNull(runs.program), hasNewer)),
    )
  const deleted = old.map(({ id }) => id)
  if (deleted.length > 0) {
    await tx.delete(runLog).where(inArray(runLog.runId, deleted))
  }
  return deleted.length
}

/**
 * Runs without a program whose process has died. A job that has died closes its own runs: its name is that of no process.
 */
export function listDead(
  db: Reader,
  { deadSince, begunBefore }: { deadSince: Date; begunBefore: Date },
  limit: number,
) {
  const isProcess = eq(processes.id, runs.owner)
  const found = db.select({ id: processes.id }).from(processes)
  return db
    .select()
    .from(runs)
    .where(
      and(
        sql`${runs.state} = 'running'`,
        isNull(runs.program),
        or(
          exists(found.where(and(isProcess, lt(processes.seenDate, deadSince)))),
          and(
            lt(runs.startedDate, begunBefore),
            exists(db.select({ id: processes.id }).from(processes).where(isProcess)),
          ),
        ),
      ),
    )
    .orderBy(asc(runs.startedDate), asc(runs.id))
    .limit(limit)
}

/** Without agent runs. Runs with an owner are those of jobs, which look after them, or of `listDead`. */
export function listRunning(
  db: Reader,
  { before, withOwned }: { before: Date; withOwned: boolean },
  limit: number,
) {
  return (
    db
      .select()
      .from(runs)
      // Literal, not bound: SQLite uses the partial index only for the identical expression.
      .where(
        and(
          sql`${runs.state} = 'running'`,
          isNull(runs.program),
          withOwned ? undefined : isNull(runs.owner),
          lt(runs.startedDate, before),
        ),
      )
      .orderBy(asc(runs.startedDate), asc(runs.id))
      .limit(limit)
  )
}

export function listRunningBy(db: Reader, owner: string, limit: number) {
  return db
    .select()
    .from(runs)
    .where(and(sql`${runs.state} = 'running'`, isNull(runs.program), eq(runs.owner, owner)))
    .orderBy(asc(runs.startedDate), asc(runs.id))
    .limit(limit)
}

/** What the runs of each flow have cost, and how many of them were answers: upserts are runs, too. */
export function listTotals(db: Reader, userId: string, since: Date) {
  const isUpsert = exists(
    db.select({ id: upserts.id }).from(upserts).where(eq(upserts.jobId, runs.sessionId)),
  )
  return db
    .select({
      flowId: runs.flowId,
      answers: sql`sum(case when ${isUpsert} then 0 else 1 end)`.mapWith(Number),
      costMicro: sql`sum(${runs.costMicro})`.mapWith(Number),
    })
    .from(flows)
    .innerJoin(runs, and(eq(runs.flowId, flows.id), gte(runs.startedDate, since)))
    .where(eq(flows.userId, userId))
    .groupBy(runs.flowId)
}

/** Of these runs, those that this process may no longer go on with. */
export async function listLost(db: Reader, ids: readonly string[], processId: string): Promise<string[]> {
  const lost = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        inArray(runs.id, [...ids]),
        or(isNull(runs.owner), ne(runs.owner, processId), ne(runs.state, 'running')),
      ),
    )
  return lost.map(({ id }) => id)
}

/** Running agent runs of a chat that other processes work on. */
export function listRunningOf(
  db: Reader,
  { flowId, chatId }: Pick<RunRow, 'flowId' | 'chatId'>,
  processId: string,
) {
  return db
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.flowId, flowId),
        eq(runs.chatId, chatId),
        eq(runs.state, 'running'),
        isNotNull(runs.program),
        ne(runs.owner, processId),
      ),
    )
}

/** Runs of agent flows whose process has died: all but those of these processes. */
export function listOrphans(db: Reader, alive: readonly string[], limit: number) {
  return db
    .select()
    .from(runs)
    .where(
      and(
        sql`${runs.state} = 'running'`,
        isNotNull(runs.program),
        or(isNull(runs.owner), notInArray(runs.owner, [...alive])),
      ),
    )
    .orderBy(asc(runs.startedDate))
    .limit(limit)
}

/** One of several processes wins: the run must still have the state and owner it was found with. */
export async function claimRun(tx: Writer, { id, state, owner }: RunRow, processId: string) {
  const [row] = await tx
    .update(runs)
    .set({ state: 'running', owner: processId })
    .where(
      and(
        eq(runs.id, id),
        eq(runs.state, state),
        owner === null ? isNull(runs.owner) : eq(runs.owner, owner),
        owner === null ? undefined : ne(runs.owner, processId),
      ),
    )
    .returning()
  return row
}

export async function releaseRun(tx: Writer, id: string) {
  await tx.update(runs).set({ owner: null }).where(eq(runs.id, id))
}

export async function parkRun(tx: Writer, { id, ...totals }: Pick<RunRow, 'id' | 'tokens' | 'costMicro'>) {
  const waiting = { state: 'waiting', owner: null } as const
  const parked = await tx
    .update(runs)
    .set({ ...waiting, ...totals })
    .where(and(eq(runs.id, id), eq(runs.state, 'running')))
    .returning({ id: runs.id })
  if (parked.length === 0) {
    throw new Error(`Run ${id} ended while it was being parked.`)
  }
}

export async function insertWaits(tx: Writer, run: RunRow, waits: readonly StepWait[], openedDate: Date) {
  const { id: runId, userId, flowId, sessionId } = run
  const found = waits.map((wait) => ({
    ...{ runId, userId, flowId, sessionId, openedDate, wait },
    ...{ id: wait.id, kind: wait.kind, nodeId: nodeOfWait(wait.id) },
    deadline: wait.deadline === undefined ? null : new Date(wait.deadline),
  }))
  if (found.length > 0) {
    await tx.insert(runWaits).values(found).onConflictDoNothing()
  }
}

/** True when the owner has at least this many open waits. */
export async function hasWaits(db: Reader, userId: string, count: number) {
  const found = await db
    .select({ id: runWaits.id })
    .from(runWaits)
    .where(eq(runWaits.userId, userId))
    .limit(1)
    .offset(count - 1)
  return found.length > 0
}

/** Undefined when the wait has been answered already: of several answers, one succeeds. */
export async function deleteWait(tx: Writer, runId: string, id: string) {
  const [row] = await tx
    .delete(runWaits)
    .where(and(eq(runWaits.runId, runId), eq(runWaits.id, id)))
    .returning()
  return row
}

const waitsDelete = prepared((tx: Writer) =>
  tx
    .delete(runWaits)
    .where(eq(runWaits.runId, sql.placeholder('runId')))
    .prepare(),
)

export async function deleteWaits(tx: Writer, runId: string) {
  await waitsDelete(tx).execute({ runId })
}

export function listWaits(db: Reader, runId: string) {
  return db.select().from(runWaits).where(eq(runWaits.runId, runId)).orderBy(asc(runWaits.id))
}

export function listDueWaits(db: Reader, now: Date, limit: number) {
  return db
    .select()
    .from(runWaits)
    .where(and(sql`${runWaits.deadline} is not null`, lte(runWaits.deadline, now)))
    .orderBy(asc(runWaits.deadline))
    .limit(limit)
}

/** The newest run of a session of an agent flow. */
export async function findNewest(db: Reader, flowId: string, sessionId: string) {
  const [row] = await db
    .select()
    .from(runs)
    .where(and(eq(runs.flowId, flowId), eq(runs.sessionId, sessionId), sql`${runs.program} is not null`))
    .orderBy(desc(runs.startedDate), desc(runs.id))
    .limit(1)
  return row
}

export async function insertDraft(tx: Writer, id: string, flowData: string) {
  await tx.insert(runDrafts).values({ id, flowData }).onConflictDoNothing()
}

export async function findDraftOf(db: Reader, versionId: string) {
  const [row] = await db.select().from(runDrafts).where(eq(runDrafts.id, versionId)).limit(1)
  return row?.flowData
}

export async function markSeen(tx: Writer, id: string, seenDate: Date) {
  await tx
    .insert(processes)
    .values({ id, seenDate })
    .onConflictDoUpdate({ target: processes.id, set: { seenDate } })
}

export async function listAlive(db: Reader, since: Date) {
  const found = await db.select({ id: processes.id }).from(processes).where(gte(processes.seenDate, since))
  return found.map(({ id }) => id)
}

/** Runs that wait for a run they have called. */
export function listChildWaits(db: Reader) {
  return db.select().from(runWaits).where(eq(runWaits.kind, 'child')).orderBy(asc(runWaits.openedDate))
}
