import { and, count, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type ChatRow, channelChats, channelEvents, channelParts, channels } from './channels.table.ts'

/** The conversation with this key, which a first message begins. */
export async function enterChat(tx: Writer, row: ChatRow): Promise<ChatRow> {
  const { chatKey, alias, address, name, sender } = row
  const newest = sql`case when ${channelChats.lastDate} > excluded.last_date then ${channelChats.lastDate} else excluded.last_date end`
  const [entered] = await tx
    .insert(channelChats)
    .values(row)
    .onConflictDoUpdate({
      target: channelChats.chatId,
      set: { chatKey, alias, address, name, sender, lastDate: newest },
    })
    .returning()
  return entered ?? row
}

/** By any of its ids. */
export async function findChatByKey(
  db: Reader,
  { channelId, chatKey, alias }: Pick<ChatRow, 'channelId' | 'chatKey' | 'alias'>,
) {
  const keys = alias === null ? [chatKey] : [chatKey, alias]
  const isNamed = or(inArray(channelChats.chatKey, keys), inArray(channelChats.alias, keys))
  const [row] = await db
    .select()
    .from(channelChats)
    .where(and(eq(channelChats.channelId, channelId), isNamed))
    .orderBy(desc(channelChats.lastDate), desc(channelChats.chatId))
    .limit(1)
  return row
}

/** The conversation with this sender in which one of the messages was received or sent. */
export async function findChatByParents(
  db: Reader,
  { channelId, sender, parents }: { channelId: string; sender: string; parents: readonly string[] },
) {
  const ids = [...parents]
  const isTheirs = and(eq(channelChats.channelId, channelId), eq(channelChats.sender, sender))
  const [received] = await db
    .select({ chat: channelChats })
    .from(channelEvents)
    .innerJoin(channelChats, eq(channelChats.chatId, channelEvents.chatId))
    .where(and(eq(channelEvents.channelId, channelId), inArray(channelEvents.messageId, ids), isTheirs))
    .limit(1)
  const [sent] = received
    ? []
    : await db
        .select({ chat: channelChats })
        .from(channelParts)
        .innerJoin(channelChats, eq(channelChats.chatId, channelParts.chatId))
        .where(and(eq(channelParts.channelId, channelId), inArray(channelParts.platformId, ids), isTheirs))
        .limit(1)
  return (received ?? sent)?.chat
}

// Prepared, because every answer asks whether it goes to a channel.
const chatSelect = prepared((db: Reader) =>
  db
    .select({ chat: channelChats, channel: channels })
    .from(channelChats)
    .innerJoin(channels, eq(channels.id, channelChats.channelId))
    .where(eq(channelChats.chatId, sql.placeholder('chatId')))
    .limit(1)
    .prepare(),
)

/** With its channel. */
export async function findChat(db: Reader, chatId: string) {
  const [row] = await chatSelect(db).execute({ chatId })
  return row
}

export async function updateChat(tx: Writer, chatId: string, changes: Changes<ChatRow>) {
  await tx.update(channelChats).set(changes).where(eq(channelChats.chatId, chatId))
}

/** Answers of the AI since then, in a conversation or in all of its sender. */
export async function countAnswers(
  db: Reader,
  { chatId, channelId, sender }: Pick<ChatRow, 'chatId' | 'channelId' | 'sender'>,
  since: Date,
) {
  const ofSender = db
    .select({ chatId: channelChats.chatId })
    .from(channelChats)
    .where(and(eq(channelChats.channelId, channelId), eq(channelChats.sender, sender ?? '')))
  return db.$count(
    channelEvents,
    and(
      sender === null ? eq(channelEvents.chatId, chatId) : inArray(channelEvents.chatId, ofSender),
      gt(channelEvents.receivedDate, since),
      or(eq(channelEvents.state, 'answered'), eq(channelEvents.state, 'failed')),
    ),
  )
}
