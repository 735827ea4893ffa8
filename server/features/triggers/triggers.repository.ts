import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type FlowRow, flows } from '#server/features/flows/flows.table.ts'
import { runs, runWaits } from '#server/features/runs/runs.table.ts'
import type { TriggerStatus } from '#shared/triggers.ts'
import { type TriggerLogRow, type TriggerRow, triggerLog, triggers } from './triggers.table.ts'

const BATCH = 50

export async function findTrigger(db: Reader, flowId: string) {
  const [row] = await db.select().from(triggers).where(eq(triggers.flowId, flowId)).limit(1)
  return row
}

export async function insertTrigger(tx: Writer, row: TriggerRow) {
  await tx.insert(triggers).values(row).onConflictDoNothing()
}

export async function updateTrigger(tx: Writer, flowId: string, changes: Changes<TriggerRow>) {
  const [row] = await tx.update(triggers).set(changes).where(eq(triggers.flowId, flowId)).returning()
  return row
}

export async function deleteTriggersOf(tx: Writer, flowId: string) {
  await tx.delete(triggerLog).where(eq(triggerLog.flowId, flowId))
  await tx.delete(triggers).where(eq(triggers.flowId, flowId))
}

export type FlowTrigger = { trigger: TriggerRow; flow: FlowRow }

/** Schedules that are due, and those whose flow has been published since. */
export function listDue(db: Reader, now: Date): Promise<FlowTrigger[]> {
  return db
    .select({ trigger: triggers, flow: flows })
    .from(triggers)
    .innerJoin(flows, eq(flows.id, triggers.flowId))
    .where(
      and(
        eq(triggers.enabled, true),
        isNull(flows.removedDate),
        or(lte(triggers.nextDate, now), isNull(triggers.versionId), ne(triggers.versionId, flows.versionId)),
      ),
    )
    .orderBy(asc(triggers.nextDate))
    .limit(BATCH)
}

/**
 * Sets the next date, unless another process has been faster. The update holds the row until the transaction ends, so
 * what is judged after it stays true.
 */
export async function claimDue(
  tx: Writer,
  { flowId, nextDate, versionId }: Pick<TriggerRow, 'flowId' | 'nextDate' | 'versionId'>,
  changes: Changes<TriggerRow>,
) {
  const [claimed] = await tx
    .update(triggers)
    .set(changes)
    .where(
      and(
        eq(triggers.flowId, flowId),
        eq(triggers.enabled, true),
        nextDate ? eq(triggers.nextDate, nextDate) : isNull(triggers.nextDate),
        versionId ? eq(triggers.versionId, versionId) : isNull(triggers.versionId),
      ),
    )
    .returning({ flowId: triggers.flowId })
  return claimed !== undefined
}

/** Holds the trigger's row until the transaction ends. */
export async function lockTrigger(tx: Writer, flowId: string) {
  await tx
    .update(triggers)
    .set({ updatedDate: sql`${triggers.updatedDate}` })
    .where(eq(triggers.flowId, flowId))
}

/** Whether a scheduled run of the flow, other than `runId`, has not ended. */
export async function isBusy(tx: Writer, flowId: string, runId: string | undefined) {
  const scheduled = and(eq(runs.flowId, flowId), eq(runs.chatType, 'SCHEDULED'), ne(runs.id, runId ?? ''))
  const [running] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(sql`${runs.state} = 'running'`, scheduled))
    .limit(1)
  if (running) {
    return true
  }
  const [waiting] = await tx
    .select({ id: runs.id })
    .from(runWaits)
    .innerJoin(runs, eq(runs.id, runWaits.runId))
    .where(and(eq(runWaits.flowId, flowId), scheduled))
    .limit(1)
  return waiting !== undefined
}

/** False when the schedule has already fired at that time, or the delivery has been received before. */
export async function insertLog(tx: Writer, row: TriggerLogRow) {
  const inserted = await tx
    .insert(triggerLog)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: triggerLog.id })
  return inserted.length > 0
}

/** The oldest queued run of each schedule. */
export async function listQueued(db: Reader) {
  const found = await db
    .select({ entry: triggerLog, trigger: triggers, flow: flows })
    .from(triggerLog)
    .innerJoin(triggers, eq(triggers.flowId, triggerLog.flowId))
    .innerJoin(flows, eq(flows.id, triggerLog.flowId))
    .where(and(sql`${triggerLog.state} = 'QUEUED'`, eq(triggers.enabled, true), isNull(flows.removedDate)))
    .orderBy(asc(triggerLog.scheduledDate))
    .limit(BATCH)
  return found.filter(({ flow }, index) => found.findIndex((other) => other.flow.id === flow.id) === index)
}

export async function countQueued(tx: Writer, flowId: string) {
  const [{ total } = { total: 0 }] = await tx
    .select({ total: count() })
    .from(triggerLog)
    .where(and(eq(triggerLog.flowId, flowId), sql`${triggerLog.state} = 'QUEUED'`))
  return total
}

/** False when another process has taken it from the queue. */
export async function leaveQueue(tx: Writer, id: string, changes: Changes<TriggerLogRow>) {
  const left = await tx
    .update(triggerLog)
    .set(changes)
    .where(and(eq(triggerLog.id, id), sql`${triggerLog.state} = 'QUEUED'`))
    .returning({ id: triggerLog.id })
  return left.length > 0
}

/** Frees the key of a delivery received before `since`. */
export async function forgetDelivery(tx: Writer, flowId: string, deliveryKey: string, since: Date) {
  await tx
    .update(triggerLog)
    .set({ deliveryKey: null })
    .where(
      and(
        eq(triggerLog.flowId, flowId),
        eq(triggerLog.deliveryKey, deliveryKey),
        lt(triggerLog.createdDate, since),
      ),
    )
}

export async function findDelivery(db: Reader, flowId: string, deliveryKey: string) {
  const [row] = await db
    .select()
    .from(triggerLog)
    .where(and(eq(triggerLog.flowId, flowId), eq(triggerLog.deliveryKey, deliveryKey)))
    .limit(1)
  return row
}

/** Callbacks whose time has come and whose run has ended or waits. */
export function listDueCallbacks(db: Reader, now: Date) {
  return db
    .select({ entry: triggerLog, run: runs, flow: flows })
    .from(triggerLog)
    .innerJoin(runs, eq(runs.id, triggerLog.runId))
    .innerJoin(flows, eq(flows.id, triggerLog.flowId))
    .where(
      and(isNotNull(triggerLog.callbackDate), lte(triggerLog.callbackDate, now), ne(runs.state, 'running')),
    )
    .orderBy(asc(triggerLog.callbackDate))
    .limit(BATCH)
}

/** Counts a try. False when another process makes it. */
export async function claimCallback(
  tx: Writer,
  { id, callbackTries }: Pick<TriggerLogRow, 'id' | 'callbackTries'>,
  callbackDate: Date | null,
) {
  const claimed = await tx
    .update(triggerLog)
    .set({ callbackDate, callbackTries: callbackTries + 1 })
    .where(and(eq(triggerLog.id, id), eq(triggerLog.callbackTries, callbackTries)))
    .returning({ id: triggerLog.id })
  return claimed.length > 0
}

export async function endCallback(tx: Writer, id: string) {
  await tx.update(triggerLog).set({ callbackDate: null }).where(eq(triggerLog.id, id))
}

const status = sql<TriggerStatus>`case
  when ${triggerLog.state} <> 'STARTED' then ${triggerLog.state}
  when ${runs.state} in ('running', 'waiting') then 'RUNNING'
  when ${runs.state} = 'finished' then 'SUCCEEDED'
  else 'FAILED' end`

type Listing = { flowId: string; status: TriggerStatus | undefined; limit: number; offset: number }

/** Newest first. */
export function listLog(db: Reader, { limit, offset, ...listing }: Listing) {
  return db
    .select({ entry: triggerLog, status, startedDate: runs.startedDate, endedDate: runs.endedDate })
    .from(triggerLog)
    .leftJoin(runs, eq(runs.id, triggerLog.runId))
    .where(isListed(listing))
    .orderBy(desc(triggerLog.createdDate), desc(triggerLog.id))
    .limit(limit)
    .offset(offset)
}

export async function countLog(db: Reader, listing: Pick<Listing, 'flowId' | 'status'>) {
  const [{ total } = { total: 0 }] = await db
    .select({ total: count() })
    .from(triggerLog)
    .leftJoin(runs, eq(runs.id, triggerLog.runId))
    .where(isListed(listing))
  return total
}

function isListed(listing: Pick<Listing, 'flowId' | 'status'>) {
  return and(
    eq(triggerLog.flowId, listing.flowId),
    listing.status === undefined ? undefined : sql`${status} = ${listing.status}`,
  )
}

export async function deleteLogs(tx: Writer, flowId: string, ids: readonly string[]) {
  const deleted = await tx
    .delete(triggerLog)
    .where(and(eq(triggerLog.flowId, flowId), inArray(triggerLog.id, [...ids])))
    .returning({ id: triggerLog.id })
  return deleted.length
}
