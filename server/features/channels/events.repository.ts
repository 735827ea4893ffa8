import { and, asc, eq, gt, gte, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { channelEvents, type EventRow } from './channels.table.ts'

const isPending = sql`${channelEvents.state} = 'pending'`

/** False when the platform has reported it before. */
export async function insertEvent(tx: Writer, row: EventRow): Promise<boolean> {
  const inserted = await tx
    .insert(channelEvents)
    .values(row)
    .onConflictDoNothing({ target: [channelEvents.channelId, channelEvents.eventKey] })
    .returning({ id: channelEvents.id })
  return inserted.length > 0
}

export async function findEventByKey(db: Reader, channelId: string, eventKey: string) {
  const [row] = await db
    .select()
    .from(channelEvents)
    .where(and(eq(channelEvents.channelId, channelId), eq(channelEvents.eventKey, eventKey)))
    .limit(1)
  return row
}

/** The pending event of this job, else the earliest of its conversation, which becomes the job's. */
export async function claimEvent(tx: Writer, { chatId, jobId }: { chatId: string; jobId: string }) {
  const isOfChat = and(eq(channelEvents.chatId, chatId), isPending)
  const [own] = await tx
    .select()
    .from(channelEvents)
    .where(and(isOfChat, eq(channelEvents.jobId, jobId)))
    .limit(1)
  if (own) {
    return own
  }
  const [next] = await tx
    .select()
    .from(channelEvents)
    .where(and(isOfChat, isNull(channelEvents.jobId)))
    .orderBy(asc(channelEvents.sentDate), asc(channelEvents.id))
    .limit(1)
  await (next && updateEvent(tx, next.id, { jobId }))
  return next
}

export async function updateEvent(tx: Writer, id: string, changes: Changes<EventRow>) {
  await tx.update(channelEvents).set(changes).where(eq(channelEvents.id, id))
}

/** A later job may claim what this one leaves. */
export async function releaseEvent(tx: Writer, { chatId, jobId }: { chatId: string; jobId: string }) {
  await tx
    .update(channelEvents)
    .set({ jobId: null })
    .where(and(eq(channelEvents.chatId, chatId), eq(channelEvents.jobId, jobId), isPending))
}

/** One row for each message and echo that waits, in the order of their arrival. */
export function listWaiting(
  db: Reader,
  channelId: string,
  { after, limit }: { after: Pick<EventRow, 'receivedDate' | 'id'> | undefined; limit: number },
) {
  const { receivedDate, id } = channelEvents
  const isLater =
    after &&
    or(gt(receivedDate, after.receivedDate), and(eq(receivedDate, after.receivedDate), gt(id, after.id)))
  return (
    db
      .select({ id, chatId: channelEvents.chatId, receivedDate })
      .from(channelEvents)
      // Repeated for the index: it is read from there on.
      .where(
        and(
          eq(channelEvents.channelId, channelId),
          after && gte(receivedDate, after.receivedDate),
          isLater,
          isPending,
        ),
      )
      .orderBy(asc(receivedDate), asc(id))
      .limit(limit)
  )
}

/** After the end of a job that has not answered its event. */
export async function failEventOf(tx: Writer, jobId: string, chatId: string, error: string | null) {
  await tx
    .update(channelEvents)
    .set({ state: 'failed', error })
    .where(and(eq(channelEvents.chatId, chatId), eq(channelEvents.jobId, jobId), isPending))
}

export async function isEcho(db: Reader, id: string) {
  return (await db.$count(channelEvents, and(eq(channelEvents.id, id), eq(channelEvents.kind, 'echo')))) > 0
}

/** What the platform has reported of a message before its id was known. */
export function listStatuses(db: Reader, channelId: string, messageId: string) {
  return db
    .select()
    .from(channelEvents)
    .where(
      and(
        eq(channelEvents.channelId, channelId),
        eq(channelEvents.messageId, messageId),
        eq(channelEvents.kind, 'status'),
      ),
    )
    .limit(20)
}

/** Events whose repetition no platform sends any more. */
export async function deleteOldEvents(tx: Writer, before: Date) {
  await tx
    .delete(channelEvents)
    .where(and(lt(channelEvents.receivedDate, before), ne(channelEvents.state, 'pending')))
}
