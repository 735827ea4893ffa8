import { and, asc, eq, gt, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import type { PartState } from '#shared/channels.ts'
import { channelParts, type EventRow, type PartRow } from './channels.table.ts'

const isOpen = sql`${channelParts.state} in ('queued', 'sending')`
const SHOWN = 50

/** A piece that was inserted before stays as it is. */
export async function insertParts(tx: Writer, parts: readonly PartRow[]) {
  if (parts.length > 0) {
    await tx
      .insert(channelParts)
      .values([...parts])
      .onConflictDoNothing({ target: [channelParts.messageId, channelParts.place] })
  }
}

/** What one of these runs has answered to an event, or the notice that it failed, which has the id of the event. */
export function listAnswerParts(
  db: Reader,
  { id, chatId, receivedDate }: Pick<EventRow, 'id' | 'receivedDate'> & { chatId: string },
  runIds: readonly string[],
) {
  return db
    .select({ messageId: channelParts.id, text: channelParts.text, files: channelParts.files })
    .from(channelParts)
    .leftJoin(messages, eq(messages.id, channelParts.messageId))
    .where(
      and(
        eq(channelParts.chatId, chatId),
        gte(channelParts.createdDate, receivedDate),
        or(inArray(messages.runId, [...runIds]), eq(channelParts.messageId, id)),
      ),
    )
    .orderBy(asc(channelParts.createdDate), asc(channelParts.messageId), asc(channelParts.place))
    .limit(SHOWN)
}

export async function findOpenPart(db: Reader, chatId: string) {
  const [row] = await db
    .select()
    .from(channelParts)
    .where(and(eq(channelParts.chatId, chatId), isOpen))
    .orderBy(asc(channelParts.createdDate), asc(channelParts.messageId), asc(channelParts.place))
    .limit(1)
  return row
}

/** Conversations of a channel in which something waits to be sent, in the order of their ids. */
export function listOpenChats(
  db: Reader,
  channelId: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const { chatId } = channelParts
  return db
    .selectDistinct({ chatId })
    .from(channelParts)
    .where(
      and(eq(channelParts.channelId, channelId), isOpen, after === undefined ? undefined : gt(chatId, after)),
    )
    .orderBy(asc(chatId))
    .limit(limit)
}

export async function updatePart(tx: Writer, id: string, changes: Changes<PartRow>) {
  await tx.update(channelParts).set(changes).where(eq(channelParts.id, id))
}

/** All open pieces of a message. */
export async function failMessage(
  tx: Writer,
  { chatId, messageId }: Pick<PartRow, 'chatId' | 'messageId'>,
  changes: Changes<PartRow>,
) {
  await tx
    .update(channelParts)
    .set({ ...changes, state: 'failed' })
    .where(and(eq(channelParts.chatId, chatId), eq(channelParts.messageId, messageId), isOpen))
}

/** States that a status may follow; any other report comes late. */
const before: Readonly<Partial<Record<PartState, readonly PartState[]>>> = {
  sent: ['sending', 'unknown'],
  delivered: ['sending', 'unknown', 'sent', 'failed'],
  read: ['sending', 'unknown', 'sent', 'failed', 'delivered'],
  failed: ['sending', 'unknown', 'sent', 'delivered'],
}

type Status = Pick<EventRow, 'channelId' | 'messageId' | 'status' | 'errorCode' | 'error'>

export async function applyStatus(
  tx: Writer,
  { channelId, messageId, status, errorCode, error }: Status,
  date: Date,
) {
  if (!status || messageId === null) {
    return
  }
  await tx
    .update(channelParts)
    .set({ state: status, updatedDate: date, ...(errorCode && { errorCode, error }) })
    .where(
      and(
        eq(channelParts.channelId, channelId),
        eq(channelParts.platformId, messageId),
        inArray(channelParts.state, [...(before[status] ?? [])]),
      ),
    )
}

export async function deleteOldParts(tx: Writer, before: Date) {
  await tx.delete(channelParts).where(and(lt(channelParts.createdDate, before), sql`not ${isOpen}`))
}

/** A message of a conversation that offered choices. */
export async function findChoices(db: Reader, { chatId, messageId }: Pick<PartRow, 'chatId' | 'messageId'>) {
  const [row] = await db
    .select({ choices: channelParts.choices })
    .from(channelParts)
    .where(
      and(
        eq(channelParts.chatId, chatId),
        eq(channelParts.messageId, messageId),
        isNotNull(channelParts.choices),
      ),
    )
    .limit(1)
  return row?.choices ?? undefined
}

/** What was stored with the message of a part. */
export async function findExtras(db: Reader, messageId: string) {
  const [row] = await db
    .select({ extras: messages.extras })
    .from(messages)
    .where(eq(messages.id, messageId))
    .limit(1)
  return row?.extras
}
