import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import {
  type ChannelRow,
  channelChats,
  channelEvents,
  channelParts,
  channels,
  channelWatches,
} from './channels.table.ts'

const MAX_CHANNELS = 1_000

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

/** Undefined when it was not paused. */
export async function endPause(tx: Writer, id: string, updatedDate: Date) {
  const [row] = await tx
    .update(channels)
    .set({ pausedDate: null, updatedDate })
    .where(and(eq(channels.id, id), isNotNull(channels.pausedDate)))
    .returning({ id: channels.id })
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

/** The settings of a flow for its visitors, as JSON text. */
export async function findChatbotConfig(db: Reader, flowId: string) {
  const [row] = await db
    .select({ chatbotConfig: flows.chatbotConfig })
    .from(flows)
    .where(eq(flows.id, flowId))
    .limit(1)
  return row?.chatbotConfig
}
