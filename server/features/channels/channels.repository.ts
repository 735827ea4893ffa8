import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import type { PartState } from '#shared/channels.ts'
import {
  type ChannelRow,
  type ChatRow,
  channelChats,
  channelEvents,
  channelParts,
  channels,
  channelWatches,
  type EventRow,
  type PartRow,
  type WatchRow,
} from './channels.table.ts'

const isOpen = sql`${channelParts.state} in ('queued', 'sending')`
const isPending = sql`${channelEvents.state} = 'pending'`
const MAX_CHANNELS = 1_000
const SHOWN = 50

export async function insertChannel(tx: Writer, row: ChannelRow) {
  await tx.insert(channels).values(row)
}

export async function findChannel(db: Reader, id: string) {
  const [row] = await db.select().from(channels).where(eq(channels.id, id)).limit(1)
  return row
}

/** Other accounts of the user on the same platform. */
export function listSiblings(db: Reader, { id, userId, kind }: Pick<ChannelRow, 'id' | 'userId' | 'kind'>) {
  return db
    .select()
    .from(channels)
    .where(and(eq(channels.userId, userId), eq(channels.kind, kind), ne(channels.id, id)))
    .limit(MAX_CHANNELS)
}

export async function updateChannel(tx: Writer, id: string, changes: Changes<ChannelRow>) {
  const [row] = await tx.update(channels).set(changes).where(eq(channels.id, id)).returning()
  return row
}

/** Undefined when it was signed out before. */
export async function signOutChannel(
  tx: Writer,
  id: string,
  changes: Pick<ChannelRow, 'error' | 'errorDate'>,
) {
  const [row] = await tx
    .update(channels)
    .set({ ...changes, state: 'signed_out' })
    .where(and(eq(channels.id, id), ne(channels.state, 'signed_out')))
    .returning()
  return row
}

/** Failing channels first, then the newest. */
export function listChannels(db: Reader, userId: string) {
  return db
    .select({ channel: channels, flow: { id: flows.id, name: flows.name } })
    .from(channels)
    .leftJoin(flows, eq(flows.id, channels.flowId))
    .where(eq(channels.userId, userId))
    .orderBy(
      sql`case ${channels.state} when 'signed_out' then 0 when 'failing' then 1 when 'setup' then 3 else 2 end`,
      desc(channels.createdDate),
      desc(channels.id),
    )
    .limit(MAX_CHANNELS)
}

/** Of a flow. */
export function listChannelsOf(db: Reader, flowId: string) {
  return db
    .select({ kind: channels.kind, name: channels.accountName })
    .from(channels)
    .where(eq(channels.flowId, flowId))
    .orderBy(asc(channels.kind), asc(channels.accountName), asc(channels.id))
    .limit(MAX_CHANNELS)
}

export function countChannels(db: Reader, userId: string) {
  return db.$count(channels, eq(channels.userId, userId))
}

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

export async function deleteChannel(tx: Writer, id: string) {
  await tx.delete(channelWatches).where(eq(channelWatches.channelId, id))
  await tx.delete(channelParts).where(eq(channelParts.channelId, id))
  await tx.delete(channelEvents).where(eq(channelEvents.channelId, id))
  await tx.delete(channelChats).where(eq(channelChats.channelId, id))
  await tx.delete(channels).where(eq(channels.id, id))
}

/** Of a removed flow or user. Platforms that still send are answered that the channel is gone. */
export async function deleteChannelsOf(tx: Writer, of: { flowId: string } | { userId: string }) {
  const isTheirs = 'flowId' in of ? eq(channels.flowId, of.flowId) : eq(channels.userId, of.userId)
  for (const { id } of await tx.select({ id: channels.id }).from(channels).where(isTheirs)) {
    await deleteChannel(tx, id)
  }
}

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

/** What one of these runs has answered to an event, or the notice that it failed, which has the id of the event. */
export function listAnswerParts(
  db: Reader,
  { id, chatId, receivedDate }: Pick<EventRow, 'id' | 'receivedDate'> & { chatId: string },
  runIds: readonly string[],
) {
  return db
    .select({ messageId: channelParts.id, text: channelParts.text })
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

/** One row for each message and echo that waits. */
export function listWaiting(db: Reader, channelId: string) {
  return db
    .select({ chatId: channelChats.chatId })
    .from(channelEvents)
    .innerJoin(channelChats, eq(channelChats.chatId, channelEvents.chatId))
    .where(and(eq(channelChats.channelId, channelId), isPending))
    .orderBy(asc(channelEvents.sentDate), asc(channelEvents.id))
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

export async function deleteOldParts(tx: Writer, before: Date) {
  await tx.delete(channelParts).where(and(lt(channelParts.createdDate, before), sql`not ${isOpen}`))
}

/** A piece that was inserted before stays as it is. */
export async function insertParts(tx: Writer, parts: readonly PartRow[]) {
  if (parts.length > 0) {
    await tx
      .insert(channelParts)
      .values([...parts])
      .onConflictDoNothing({ target: [channelParts.messageId, channelParts.place] })
  }
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

/** Conversations of a channel in which something waits to be sent. */
export function listOpenChats(db: Reader, channelId: string) {
  return db
    .selectDistinct({ chatId: channelParts.chatId })
    .from(channelParts)
    .where(and(eq(channelParts.channelId, channelId), isOpen))
    .limit(10_000)
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

/** An account that is watched already stays as it is. */
export async function insertWatch(tx: Writer, channelId: string) {
  const row: WatchRow = { channelId, cursor: null, claimId: null, leaseDate: null }
  await tx.insert(channelWatches).values(row).onConflictDoNothing()
}

/** Accounts that nobody watches: with `before`, those too whose lease has ended; without, all but the given claims. */
export function listFreeWatches(
  db: Reader,
  { claims, before, limit }: { claims: readonly string[]; before: Date | undefined; limit: number },
) {
  const isLeft = before
    ? lt(channelWatches.leaseDate, before)
    : notInArray(channelWatches.claimId, claims.length > 0 ? [...claims] : [''])
  return db
    .select({ watch: channelWatches, channel: channels })
    .from(channelWatches)
    .innerJoin(channels, eq(channels.id, channelWatches.channelId))
    .where(
      and(
        inArray(channels.state, ['live', 'failing']),
        isNotNull(channels.flowId),
        or(isNull(channelWatches.claimId), isLeft),
      ),
    )
    .orderBy(asc(channels.createdDate), asc(channels.id))
    .limit(limit)
}

/** One of several processes wins: the account must still have the claim it was found with. */
export async function claimWatch(
  tx: Writer,
  { channelId, claimId }: WatchRow,
  next: { claimId: string; leaseDate: Date },
) {
  const isUnchanged = claimId === null ? isNull(channelWatches.claimId) : eq(channelWatches.claimId, claimId)
  const [row] = await tx
    .update(channelWatches)
    .set(next)
    .where(and(eq(channelWatches.channelId, channelId), isUnchanged))
    .returning()
  return row
}

/** Returns the claims that still hold. */
export async function renewWatches(tx: Writer, claims: readonly string[], leaseDate: Date) {
  const renewed = await tx
    .update(channelWatches)
    .set({ leaseDate })
    .where(inArray(channelWatches.claimId, [...claims]))
    .returning({ claimId: channelWatches.claimId })
  return renewed.map(({ claimId }) => claimId)
}

/** Undefined when another process has the claim by now. */
export async function updateWatch(tx: Writer, claimId: string, changes: Changes<WatchRow>) {
  const [row] = await tx
    .update(channelWatches)
    .set(changes)
    .where(eq(channelWatches.claimId, claimId))
    .returning()
  return row
}

/** Begun again, with what the channel has by now. */
export async function freeWatch(tx: Writer, channelId: string) {
  await tx.update(channelWatches).set({ claimId: null }).where(eq(channelWatches.channelId, channelId))
}
