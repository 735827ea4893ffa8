import { and, asc, desc, eq, gte, lte } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { type FeedbackRow, messageFeedback } from './feedback.table.ts'

export type Filter = {
  flowId: string
  chatId?: string | undefined
  startDate?: Date | undefined
  endDate?: Date | undefined
}

/** An answer of a flow, in one conversation if `chatId` is set. Questions cannot be rated. */
export async function findAnswer(db: Reader, named: { flowId: string; messageId: string; chatId?: string }) {
  const { flowId, messageId, chatId } = named
  const [found] = await db
    .select({ chatId: messages.chatId, chatType: messages.chatType })
    .from(messages)
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.flowId, flowId),
        eq(messages.role, 'apiMessage'),
        chatId === undefined ? undefined : eq(messages.chatId, chatId),
      ),
    )
    .limit(1)
  return found
}

/** Undefined when the answer is already rated. */
export async function insertFeedback(tx: Writer, row: FeedbackRow) {
  const [inserted] = await tx.insert(messageFeedback).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function putFeedback(tx: Writer, row: FeedbackRow) {
  const { rating, content } = row
  const [stored] = await tx
    .insert(messageFeedback)
    .values(row)
    .onConflictDoUpdate({ target: messageFeedback.messageId, set: { rating, content } })
    .returning()
  return stored ?? row
}

export async function findFeedback(db: Reader, id: string) {
  const [row] = await db.select().from(messageFeedback).where(eq(messageFeedback.id, id)).limit(1)
  return row
}

export async function updateFeedback(
  tx: Writer,
  id: string,
  changes: Changes<Pick<FeedbackRow, 'rating' | 'content'>>,
) {
  await tx.update(messageFeedback).set(changes).where(eq(messageFeedback.id, id))
}

export function listFeedback(
  db: Reader,
  { flowId, chatId, startDate, endDate }: Filter,
  order: 'ASC' | 'DESC',
) {
  const inOrder = order === 'ASC' ? asc : desc
  return db
    .select()
    .from(messageFeedback)
    .where(
      and(
        eq(messageFeedback.flowId, flowId),
        chatId === undefined ? undefined : eq(messageFeedback.chatId, chatId),
        startDate && gte(messageFeedback.createdDate, startDate),
        endDate && lte(messageFeedback.createdDate, endDate),
      ),
    )
    .orderBy(inOrder(messageFeedback.createdDate), inOrder(messageFeedback.id))
    .limit(1_000)
}
