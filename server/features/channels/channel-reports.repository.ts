import { and, count, desc, eq, gt, inArray, isNotNull, max, sql } from 'drizzle-orm'
import type { Reader } from '#server/db/store.ts'
import { channelChats, channelEvents, channelParts } from './channels.table.ts'

const isOpen = sql`${channelParts.state} in ('queued', 'sending')`
const isPending = sql`${channelEvents.state} = 'pending'`
const SHOWN = 50

/** Received and sent since then, the open ones, and the newest date, by channel. */
export async function listTotals(db: Reader, ids: readonly string[], since: Date) {
  const received = await db
    .select({ id: channelEvents.channelId, count: count(), last: max(channelEvents.receivedDate) })
    .from(channelEvents)
    .where(
      and(
        inArray(channelEvents.channelId, [...ids]),
        gt(channelEvents.receivedDate, since),
        eq(channelEvents.kind, 'message'),
      ),
    )
    .groupBy(channelEvents.channelId)
  const sent = await db
    .select({
      id: channelParts.channelId,
      count: count(),
      queued: sql`sum(case when ${isOpen} then 1 else 0 end)`.mapWith(Number),
    })
    .from(channelParts)
    .where(and(inArray(channelParts.channelId, [...ids]), gt(channelParts.createdDate, since)))
    .groupBy(channelParts.channelId)
  const waiting = await db
    .select({ id: channelEvents.channelId, count: count() })
    .from(channelEvents)
    .where(and(inArray(channelEvents.channelId, [...ids]), isPending, eq(channelEvents.kind, 'message')))
    .groupBy(channelEvents.channelId)
  return { received, sent, waiting }
}

/** Of a channel since then, by state. */
export function countParts(db: Reader, channelId: string, since: Date) {
  return db
    .select({ state: channelParts.state, count: count() })
    .from(channelParts)
    .where(and(eq(channelParts.channelId, channelId), gt(channelParts.createdDate, since)))
    .groupBy(channelParts.state)
}

export function countErrors(db: Reader, channelId: string, since: Date) {
  return db
    .select({ code: channelParts.errorCode, text: max(channelParts.error), count: count() })
    .from(channelParts)
    .where(
      and(
        eq(channelParts.channelId, channelId),
        gt(channelParts.createdDate, since),
        inArray(channelParts.state, ['failed', 'unknown']),
        isNotNull(channelParts.errorCode),
      ),
    )
    .groupBy(channelParts.errorCode)
    .orderBy(desc(count()))
    .limit(SHOWN)
}

export function listReceived(db: Reader, channelId: string) {
  return db
    .select({ event: channelEvents, chat: channelChats })
    .from(channelEvents)
    .innerJoin(channelChats, eq(channelChats.chatId, channelEvents.chatId))
    .where(and(eq(channelEvents.channelId, channelId), inArray(channelEvents.kind, ['message', 'echo'])))
    .orderBy(desc(channelEvents.receivedDate), desc(channelEvents.id))
    .limit(SHOWN)
}

export function listSent(db: Reader, channelId: string) {
  return db
    .select({ part: channelParts, chat: channelChats })
    .from(channelParts)
    .innerJoin(channelChats, eq(channelChats.chatId, channelParts.chatId))
    .where(eq(channelParts.channelId, channelId))
    .orderBy(desc(channelParts.createdDate), desc(channelParts.messageId), desc(channelParts.place))
    .limit(SHOWN)
}

export function listChats(db: Reader, channelId: string) {
  return db
    .select()
    .from(channelChats)
    .where(eq(channelChats.channelId, channelId))
    .orderBy(desc(channelChats.lastDate), desc(channelChats.chatId))
    .limit(SHOWN)
}
