import { and, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { type NotificationRow, notifications } from './notifications.table.ts'

export async function insertOrCount(tx: Writer, row: NotificationRow) {
  const { params, link, updatedDate } = row
  await tx
    .insert(notifications)
    .values(row)
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.topic],
      targetWhere: sql`${notifications.readDate} is null`,
      set: { params, link, updatedDate, count: sql`${notifications.count} + 1` },
    })
}

/** Newest first. */
export function listNotifications(db: Reader, userId: string, limit: number) {
  return db
    .select({ notification: notifications, flowName: flows.name })
    .from(notifications)
    .leftJoin(flows, eq(flows.id, notifications.flowId))
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.updatedDate), desc(notifications.id))
    .limit(limit)
}

export async function countUnread(db: Reader, userId: string) {
  const [counted] = await db
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readDate)))
  return counted?.unread ?? 0
}

export async function markRead(tx: Writer, userId: string, ids: string[] | undefined, readDate: Date) {
  const marked = await tx
    .update(notifications)
    .set({ readDate })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readDate),
        ids && inArray(notifications.id, ids),
      ),
    )
    .returning({ id: notifications.id })
  return marked.length
}

export async function deleteOlder(tx: Writer, userId: string, date: Date) {
  await tx
    .delete(notifications)
    .where(and(eq(notifications.userId, userId), lt(notifications.readDate, date)))
}
