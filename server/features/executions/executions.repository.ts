import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { flows, flowVersions } from '#server/features/flows/flows.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import {
  type RunLogRow,
  type RunRow,
  runDrafts,
  runLog,
  runs,
  runWaits,
} from '#server/features/runs/runs.table.ts'
import type { RunState } from '#shared/runs.ts'

export type Filter = {
  userId: string
  id?: string | undefined
  flowId?: string | undefined
  /** Part of the flow's name, in any case. */
  flowName?: string | undefined
  sessionId?: string | undefined
  states?: readonly RunState[] | undefined
  from?: Date | undefined
  to?: Date | undefined
}
export type Place = { date: Date; id: string }

const flow = { id: flows.id, name: flows.name, type: flows.type }
const MAX_WAITS = 200

/** Joins from the flows of a user: their runs are found by the index of runs by flow and date. */
function selectFrom(db: Reader, filter: Filter, after?: Place) {
  return db
    .select({ run: runs, flow })
    .from(runs)
    .innerJoin(flows, eq(flows.id, runs.flowId))
    .where(
      and(
        matches(filter),
        after &&
          or(lt(runs.startedDate, after.date), and(eq(runs.startedDate, after.date), lt(runs.id, after.id))),
      ),
    )
}

function matches({ userId, id, flowId, flowName, sessionId, states, from, to }: Filter) {
  return and(
    eq(flows.userId, userId),
    isNull(flows.removedDate),
    isNotNull(runs.program),
    id === undefined ? undefined : eq(runs.id, id),
    flowId === undefined ? undefined : eq(runs.flowId, flowId),
    flowName === undefined ? undefined : sql`lower(${flows.name}) like ${`%${flowName.toLowerCase()}%`}`,
    sessionId === undefined ? undefined : eq(runs.sessionId, sessionId),
    states && (states.length > 0 ? inArray(runs.state, [...states]) : sql`1 = 0`),
    from && gte(runs.startedDate, from),
    to && lte(runs.startedDate, to),
  )
}

/** Newest first. */
export function listExecutions(
  db: Reader,
  filter: Filter,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: Place | undefined },
) {
  return selectFrom(db, filter, after)
    .orderBy(desc(runs.startedDate), desc(runs.id))
    .limit(limit)
    .offset(offset)
}

export async function countExecutions(db: Reader, filter: Filter) {
  const counted = await db
    .select({ state: runs.state, count: sql`count(*)`.mapWith(Number) })
    .from(runs)
    .innerJoin(flows, eq(flows.id, runs.flowId))
    .where(matches(filter))
    .groupBy(runs.state)
  return new Map(counted.map(({ state, count }) => [state, count]))
}

export async function findExecution(db: Reader, id: string) {
  const [row] = await db
    .select({ run: runs, flow })
    .from(runs)
    .innerJoin(flows, eq(flows.id, runs.flowId))
    .where(and(eq(runs.id, id), isNotNull(runs.program), isNull(flows.removedDate)))
    .limit(1)
  return row
}
export type ExecutionRow = NonNullable<Awaited<ReturnType<typeof findExecution>>>

export async function listLogs(db: Reader, runIds: readonly string[]) {
  return runIds.length === 0
    ? []
    : db
        .select()
        .from(runLog)
        .where(inArray(runLog.runId, [...runIds]))
        .orderBy(asc(runLog.runId), asc(runLog.sequence))
}

/** The first pages of these runs: they contain the question. */
export async function listFirstPages(db: Reader, runIds: readonly string[]) {
  return runIds.length === 0
    ? []
    : db
        .select()
        .from(runLog)
        .where(and(inArray(runLog.runId, [...runIds]), eq(runLog.sequence, 1)))
}

export function listLastPages(db: Reader, runId: string, limit: number) {
  return db.select().from(runLog).where(eq(runLog.runId, runId)).orderBy(desc(runLog.sequence)).limit(limit)
}

export async function listWaitsOf(db: Reader, runIds: readonly string[]) {
  return runIds.length === 0
    ? []
    : db
        .select()
        .from(runWaits)
        .where(inArray(runWaits.runId, [...runIds]))
        .orderBy(asc(runWaits.openedDate), asc(runWaits.id))
}

/** Oldest first. */
export function listOpenWaits(db: Reader, userId: string) {
  return db
    .select({ open: runWaits, run: runs, flow })
    .from(runWaits)
    .innerJoin(runs, eq(runs.id, runWaits.runId))
    .innerJoin(flows, eq(flows.id, runWaits.flowId))
    .where(isOpenOf(userId))
    .orderBy(asc(runWaits.openedDate), asc(runWaits.id))
    .limit(MAX_WAITS)
}

export async function countOpenWaits(db: Reader, userId: string) {
  const [counted] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(runWaits)
    .innerJoin(runs, eq(runs.id, runWaits.runId))
    .innerJoin(flows, eq(flows.id, runWaits.flowId))
    .where(isOpenOf(userId))
  return counted?.count ?? 0
}

/** While a run goes on after one of its answers, its other waits cannot be answered. */
function isOpenOf(userId: string) {
  return and(eq(runWaits.userId, userId), eq(runs.state, 'waiting'), isNull(flows.removedDate))
}

export async function updatePublic(tx: Writer, id: string, isPublic: boolean) {
  await tx.update(runs).set({ isPublic }).where(eq(runs.id, id))
}

/** False when somebody has answered or stopped it before. */
export async function stopWaitingRun(tx: Writer, { id }: RunRow, endedDate: Date) {
  const stopped = await tx
    .update(runs)
    .set({ state: 'stopped', endedDate })
    .where(and(eq(runs.id, id), eq(runs.state, 'waiting')))
    .returning({ id: runs.id })
  return stopped.length > 0
}

export async function insertPage(tx: Writer, row: RunLogRow) {
  await tx.insert(runLog).values(row)
}

export async function deleteWaits(tx: Writer, runId: string) {
  await tx.delete(runWaits).where(eq(runWaits.runId, runId))
}

/**
 * Deletes what an execution has recorded. Its row stays as the run of a flow: costs, totals and the conversation refer
 * to it.
 */
export async function deleteRecords(tx: Writer, { id, flowId, sessionId }: RunRow) {
  await deleteWaits(tx, id)
  await tx.delete(runLog).where(eq(runLog.runId, id))
  await tx.update(runs).set({ program: null, isPublic: null }).where(eq(runs.id, id))
  const left = await tx
    .select({ id: messages.id, extras: messages.extras })
    .from(messages)
    .where(and(eq(messages.flowId, flowId), eq(messages.sessionId, sessionId), eq(messages.runId, id)))
  for (const message of left.filter(({ extras }) => extras?.executionId !== undefined)) {
    const { executionId: _, action: __, ...extras } = message.extras ?? {}
    await tx.update(messages).set({ extras }).where(eq(messages.id, message.id))
  }
}

/** All runs of agent flows, in pieces by id. */
export function listAll(db: Reader, afterId: string, limit: number) {
  return db
    .select()
    .from(runs)
    .where(and(isNotNull(runs.program), gt(runs.id, afterId)))
    .orderBy(asc(runs.id))
    .limit(limit)
}

export async function findRow(db: Reader, id: string) {
  const [row] = await db.select().from(runs).where(eq(runs.id, id)).limit(1)
  return row
}

/** The flow file a run was started with: the stored file of its draft, or its version. */
export async function findFlowData(db: Reader, versionId: string) {
  const [draft] = await db.select().from(runDrafts).where(eq(runDrafts.id, versionId)).limit(1)
  const [version] = await db.select().from(flowVersions).where(eq(flowVersions.id, versionId)).limit(1)
  return draft?.flowData ?? version?.flowData
}
