import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Reader } from '#server/db/store.ts'
import { messageFeedback } from '#server/features/feedback/feedback.table.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { leads } from '#server/features/leads/leads.table.ts'
import { conversations } from '#server/features/messages/conversations.table.ts'
import { conversationEntries } from '#server/features/messages/entries.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { users } from '#server/features/users/users.table.ts'
import type { ChatKey, ConversationFilter } from '#shared/conversations.ts'
import type { Rating } from '#shared/feedback.ts'

/** Conversations between flows are shown with the flow that calls, and evaluations on their own screen. */
const hiddenPlatforms = ['flow', 'evaluation']
/** Answers whose time counts for the median. */
const MEASURED = 1_000
const MAX_LEADS = 5_000
const MAX_ENTRIES = 500

/** One flow, all flows of an owner, or everything. */
export type Scope = { flowId?: string | undefined; userId?: string | undefined }

export type Selection = Scope & {
  platforms?: readonly string[] | undefined
  startDate?: Date | undefined
  endDate?: Date | undefined
  filter?: ConversationFilter | undefined
  rating?: Rating | undefined
  /** Whether the newest message is the visitor's. */
  isUnanswered?: boolean | undefined
}

/** One page of a list. */
type Part = { order: Order; limit: number; after: Place | undefined }

export type Order = 'newest' | 'oldest' | 'unread'

export type Place = { updatedDate: Date; chatId: string; flowId: string; unread: number }

function select(db: Reader) {
  return db
    .select({ conversation: conversations, flowName: flows.name, switchedBy: users.username })
    .from(conversations)
    .innerJoin(flows, eq(flows.id, conversations.flowId))
    .leftJoin(users, eq(users.id, conversations.switchedBy))
}

export type Listed = Awaited<ReturnType<typeof listConversations>>[number]

/** Without those whose visitor waits for a person unless the filter selects them. */
export function listConversations(db: Reader, selection: Selection, { order, limit, after }: Part) {
  const isWaiting = selection.filter === 'all' ? isNull(conversations.requestedDate) : undefined
  const { updatedDate, chatId, flowId, unread } = conversations
  const byDate = [updatedDate, chatId, flowId]
  const columns = order === 'unread' ? [unread, ...byDate] : byDate
  return select(db)
    .where(and(matches(selection), isWaiting, after && isAfter(after, order)))
    .orderBy(...columns.map((column) => (order === 'oldest' ? asc(column) : desc(column))))
    .limit(limit)
}

/** Those who wait for a person, the longest wait first. */
export function listRequested(db: Reader, selection: Selection, limit: number): Promise<Listed[]> {
  return select(db)
    .where(and(matches(selection), isNotNull(conversations.requestedDate)))
    .orderBy(conversations.requestedDate, conversations.chatId)
    .limit(limit)
}

/**
 * The conversations of these messages, the newest message first. The search has applied the scope: repeated here, it
 * makes SQLite read every conversation of the flow.
 */
export async function listHits(
  db: Reader,
  { flowId: _, userId: __, ...selection }: Selection,
  numbers: readonly number[],
  limit: number,
) {
  if (numbers.length === 0) {
    return []
  }
  const number = max(messages.number).mapWith(Number)
  const hits = db
    .select({ flowId: messages.flowId, chatId: messages.chatId, number: number.as('hit') })
    .from(messages)
    .where(inArray(messages.number, [...numbers]))
    .groupBy(messages.flowId, messages.chatId)
    .as('hits')
  return db
    .select({
      ...{ conversation: conversations, flowName: flows.name, switchedBy: users.username },
      ...{ number: hits.number, found: messages.sequence },
    })
    .from(hits)
    .innerJoin(messages, eq(messages.number, hits.number))
    .innerJoin(
      conversations,
      and(eq(conversations.flowId, hits.flowId), eq(conversations.chatId, hits.chatId)),
    )
    .innerJoin(flows, eq(flows.id, conversations.flowId))
    .leftJoin(users, eq(users.id, conversations.switchedBy))
    .where(matches(selection))
    .orderBy(desc(hits.number))
    .limit(limit)
}

export async function findListed(db: Reader, { flowId, chatId }: ChatKey) {
  const [found] = await select(db)
    .where(and(eq(conversations.flowId, flowId), eq(conversations.chatId, chatId)))
    .limit(1)
  return found
}

/** Of these chats of one flow or several. */
export function listListed(db: Reader, selection: Selection, chatIds: readonly string[]): Promise<Listed[]> {
  return chatIds.length === 0
    ? Promise.resolve([])
    : select(db)
        .where(and(matches(selection), inArray(conversations.chatId, [...chatIds])))
        .orderBy(desc(conversations.updatedDate))
        .limit(chatIds.length)
}

export async function listOf(db: Reader, chats: readonly ChatKey[]): Promise<Listed[]> {
  const [flowIds, chatIds] = [chats.map(({ flowId }) => flowId), chats.map(({ chatId }) => chatId)]
  return chats.length === 0
    ? []
    : select(db).where(
        and(inArray(conversations.flowId, [...new Set(flowIds)]), inArray(conversations.chatId, chatIds)),
      )
}

/** The newest leads of these chats, the newest first. */
export function listLeadsOf(db: Reader, chats: readonly ChatKey[]) {
  const [flowIds, chatIds] = [chats.map(({ flowId }) => flowId), chats.map(({ chatId }) => chatId)]
  return chats.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(leads)
        .where(and(inArray(leads.flowId, [...new Set(flowIds)]), inArray(leads.chatId, chatIds)))
        .orderBy(desc(leads.createdDate), desc(leads.id))
        .limit(MAX_LEADS)
}

export function listLeads(db: Reader, { flowId, userId }: Scope) {
  return db
    .select()
    .from(leads)
    .where(and(flowId ? eq(leads.flowId, flowId) : undefined, userId ? eq(leads.userId, userId) : undefined))
    .orderBy(desc(leads.createdDate), desc(leads.id))
    .limit(MAX_LEADS)
}

export function listEntries(db: Reader, { flowId, chatId }: ChatKey) {
  return db
    .select()
    .from(conversationEntries)
    .where(and(eq(conversationEntries.flowId, flowId), eq(conversationEntries.chatId, chatId)))
    .orderBy(desc(conversationEntries.createdDate), desc(conversationEntries.id))
    .limit(MAX_ENTRIES)
}

export async function countConversations(db: Reader, selection: Selection) {
  const count = (condition: SQL) => sql`count(case when ${condition} then 1 end)`.mapWith(Number)
  const [counted] = await db
    .select({
      sessions: sql`count(*)`.mapWith(Number),
      messages: sql`coalesce(sum(${conversations.messageCount}), 0)`.mapWith(Number),
      requested: count(isNotNull(conversations.requestedDate)),
      unread: count(sql`${conversations.unread} > 0`),
      aiOff: count(sql`${conversations.isAiOff}`),
      handedOver: count(sql`${conversations.hasOperator}`),
      costMicro: sql`coalesce(sum(${conversations.costMicro}), 0)`.mapWith(Number),
    })
    .from(conversations)
    .where(matches(selection))
  return counted
}

export async function countFeedback(db: Reader, { startDate, endDate, ...scope }: Selection) {
  const [counted] = await db
    .select({
      feedback: sql`count(*)`.mapWith(Number),
      positive: sql`count(case when ${messageFeedback.rating} = 'THUMBS_UP' then 1 end)`.mapWith(Number),
    })
    .from(messageFeedback)
    .where(
      and(
        inArray(messageFeedback.flowId, flowsOf(db, scope)),
        startDate && gte(messageFeedback.createdDate, startDate),
        endDate && lte(messageFeedback.createdDate, endDate),
      ),
    )
  return counted
}

/** Of the newest answers of a flow; of any answers of several flows. */
export async function listAnswerTimes(db: Reader, { startDate, endDate, ...scope }: Selection) {
  const found = await db
    .select({ startedDate: runs.startedDate, endedDate: runs.endedDate })
    .from(runs)
    .where(
      and(
        inArray(runs.flowId, flowsOf(db, scope)),
        startDate && gte(runs.startedDate, startDate),
        endDate && lte(runs.startedDate, endDate),
        eq(runs.state, 'finished'),
        inArray(runs.chatType, ['EXTERNAL', 'INTERNAL', 'MCP']),
      ),
    )
    .orderBy(...(scope.flowId ? [desc(runs.startedDate)] : []))
    .limit(MEASURED)
  return found.flatMap(({ startedDate, endedDate }) =>
    endedDate ? [endedDate.getTime() - startedDate.getTime()] : [],
  )
}

function flowsOf(db: Reader, { flowId, userId }: Scope) {
  return db
    .select({ id: flows.id })
    .from(flows)
    .where(and(flowId ? eq(flows.id, flowId) : undefined, userId ? eq(flows.userId, userId) : undefined))
}

function isAfter({ updatedDate, chatId, flowId, unread }: Place, order: Order) {
  const follows = order === 'oldest' ? gt : lt
  const byDate = or(
    follows(conversations.updatedDate, updatedDate),
    and(eq(conversations.updatedDate, updatedDate), follows(conversations.chatId, chatId)),
    and(
      eq(conversations.updatedDate, updatedDate),
      eq(conversations.chatId, chatId),
      follows(conversations.flowId, flowId),
    ),
  )
  return order === 'unread'
    ? or(lt(conversations.unread, unread), and(eq(conversations.unread, unread), byDate))
    : byDate
}

function matches({ filter = 'all', isUnanswered, ...selection }: Selection) {
  const { flowId, userId, platforms, startDate, endDate, rating } = selection
  const isBy = isUnanswered ? eq : ne
  return and(
    flowId ? eq(conversations.flowId, flowId) : undefined,
    userId ? eq(conversations.userId, userId) : undefined,
    platforms?.length
      ? inArray(conversations.platform, [...platforms])
      : notInArray(conversations.platform, hiddenPlatforms),
    startDate && gte(conversations.updatedDate, startDate),
    endDate && lte(conversations.startedDate, endDate),
    rating && eq(conversations.rating, rating),
    isUnanswered === undefined ? undefined : isBy(conversations.previewBy, 'visitor'),
    conditions[filter](),
  )
}

const conditions: Readonly<Record<ConversationFilter, () => SQL | undefined>> = {
  all: () => undefined,
  requested: () => isNotNull(conversations.requestedDate),
  unread: () => sql`${conversations.unread} > 0`,
  ai_off: () => eq(conversations.isAiOff, true),
  operator: () => eq(conversations.hasOperator, true),
  lead: () =>
    exists(
      sql`(select 1 from ${leads} where ${leads.flowId} = ${conversations.flowId} and ${leads.chatId} = ${conversations.chatId})`,
    ),
  negative: () => eq(conversations.rating, 'THUMBS_DOWN'),
  failed: () => isNotNull(conversations.failure),
}
