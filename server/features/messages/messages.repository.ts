import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import { placeholders, prepared, unplanned } from '#server/db/prepared.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { messageFeedback } from '#server/features/feedback/feedback.table.ts'
import { type RunRow, runs } from '#server/features/runs/runs.table.ts'
import type { ChatType } from '#shared/chat.ts'
import type { Rating } from '#shared/feedback.ts'
import { conversations } from './conversations.table.ts'
import { type MessageRow, messages } from './messages.table.ts'

/** Maximum of rows per list; clients page by date. */
const MAX_COUNT = 1_000

export type Filter = {
  flowId: string
  chatType?: readonly ChatType[] | undefined
  chatId?: string | undefined
  memoryType?: string | undefined
  sessionId?: string | undefined
  messageId?: string | undefined
  feedbackType?: readonly Rating[] | undefined
  startDate?: Date | undefined
  endDate?: Date | undefined
}

/**
 * SQLite has one writer, so the next number is known. On PostgreSQL a number of its own would not be in the order of
 * commits, which the index of words relies on: it gives the numbers.
 */
const nextNumber = dialect === 'postgres' ? null : sql`(select coalesce(max(number), 0) + 1 from messages)`

const messageInsert = prepared((tx: Writer) =>
  tx
    .insert(messages)
    .values({ ...placeholders(messages), number: nextNumber })
    .prepare(),
)

const isCompleted = or(isNull(messages.runId), eq(runs.state, 'finished'))

// Prepared separately, because every answer reads it.
const historySelect = prepared((db: Reader) =>
  selectHistory(
    db,
    eq(messages.flowId, unplanned('flowId')),
    eq(messages.sessionId, unplanned('sessionId')),
  ).prepare(),
)

const historyBefore = prepared((db: Reader) =>
  selectHistory(
    db,
    eq(messages.flowId, unplanned('flowId')),
    eq(messages.sessionId, unplanned('sessionId')),
    sql`coalesce(${runs.endedDate}, ${messages.createdDate}) <= ${sql.param(sql.placeholder('before'), runs.endedDate)}`,
    sql`coalesce(${messages.runId}, '') <> ${sql.placeholder('runId')}`,
  ).prepare(),
)

function selectHistory(db: Reader, ...conditions: SQL[]) {
  return db
    .select({
      role: messages.role,
      content: messages.content,
      chatId: messages.chatId,
      operatorId: messages.operatorId,
      createdDate: messages.createdDate,
    })
    .from(messages)
    .leftJoin(runs, eq(runs.id, messages.runId))
    .where(and(...conditions, isCompleted))
    .orderBy(desc(messages.createdDate), asc(messages.role), desc(messages.id))
    .limit(sql.raw(String(MAX_COUNT)) as never)
}

export async function insertMessage(tx: Writer, row: Omit<MessageRow, 'number'>) {
  await messageInsert(tx).execute(row)
}

type Session = { flowId: string; sessionId: string }

/** Completed turns of a session, newest first. `before`: only those completed when this run started. */
export function listHistory(
  db: Reader,
  { flowId, sessionId }: Session,
  before?: Pick<RunRow, 'id' | 'startedDate'>,
) {
  return before
    ? historyBefore(db).execute({ flowId, sessionId, before: before.startedDate, runId: before.id })
    : historySelect(db).execute({ flowId, sessionId })
}

// A question and its answer may share a millisecond; then the question comes first.
function inOrder(order: 'ASC' | 'DESC') {
  return order === 'ASC'
    ? [asc(messages.createdDate), desc(messages.role), asc(messages.id)]
    : [desc(messages.createdDate), asc(messages.role), desc(messages.id)]
}

export function listMessages(db: Reader, filter: Filter, order: 'ASC' | 'DESC') {
  return db
    .select({ message: messages, run: runs, feedback: messageFeedback })
    .from(messages)
    .leftJoin(runs, eq(runs.id, messages.runId))
    .leftJoin(messageFeedback, eq(messageFeedback.messageId, messages.id))
    .where(matches(filter))
    .orderBy(...inOrder(order))
    .limit(MAX_COUNT)
}

export function listSessions(db: Reader, filter: Filter, page: { limit: number; offset: number }) {
  const newest = sql`max(${messages.createdDate})`
  return db
    .select({ sessionId: messages.sessionId })
    .from(messages)
    .where(matches(filter))
    .groupBy(messages.sessionId)
    .orderBy(desc(newest), desc(messages.sessionId))
    .limit(page.limit)
    .offset(page.offset)
}

export function listMessagesOf(db: Reader, filter: Filter, sessionIds: string[], order: 'ASC' | 'DESC') {
  return db
    .select({ message: messages, run: runs, feedback: messageFeedback })
    .from(messages)
    .leftJoin(runs, eq(runs.id, messages.runId))
    .leftJoin(messageFeedback, eq(messageFeedback.messageId, messages.id))
    .where(and(matches(filter), inArray(messages.sessionId, sessionIds)))
    .orderBy(...inOrder(order))
    .limit(MAX_COUNT)
}

/** The newest first. */
export function listThread(
  db: Reader,
  { flowId, chatId }: Pick<MessageRow, 'flowId' | 'chatId'>,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  return db
    .select({ message: messages, run: runs, feedback: messageFeedback })
    .from(messages)
    .leftJoin(runs, eq(runs.id, messages.runId))
    .leftJoin(messageFeedback, eq(messageFeedback.messageId, messages.id))
    .where(
      and(
        eq(messages.flowId, flowId),
        eq(messages.chatId, chatId),
        before === undefined ? undefined : lt(messages.sequence, before),
      ),
    )
    .orderBy(desc(messages.sequence))
    .limit(limit)
}

// Prepared separately, because every watcher of a conversation reads it after each of its messages.
const messagesAfter = prepared((db: Reader) =>
  db
    .select({ message: messages, run: runs, platform: conversations.platform })
    .from(messages)
    .innerJoin(
      conversations,
      and(eq(conversations.flowId, messages.flowId), eq(conversations.chatId, messages.chatId)),
    )
    .leftJoin(runs, eq(runs.id, messages.runId))
    .where(
      and(
        eq(messages.flowId, unplanned('flowId')),
        eq(messages.chatId, unplanned('chatId')),
        gt(messages.sequence, unplanned('sequence')),
      ),
    )
    .orderBy(asc(messages.sequence))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** In the order of their numbers. */
export function listAfter(
  db: Reader,
  { flowId, chatId }: Pick<MessageRow, 'flowId' | 'chatId'>,
  sequence: number,
  limit: number,
) {
  return messagesAfter(db).execute({ flowId, chatId, sequence, limit })
}

/** A message that this operator has written in this chat. */
export async function findByHand(
  db: Reader,
  { id, flowId, chatId, operatorId }: Pick<MessageRow, 'id' | 'flowId' | 'chatId'> & { operatorId: string },
) {
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.id, id),
        eq(messages.flowId, flowId),
        eq(messages.chatId, chatId),
        eq(messages.operatorId, operatorId),
      ),
    )
    .limit(1)
  return row
}

export async function isStored(
  db: Reader,
  { id, flowId, chatId }: Pick<MessageRow, 'id' | 'flowId' | 'chatId'>,
) {
  return (
    (await db.$count(
      messages,
      and(eq(messages.id, id), eq(messages.flowId, flowId), eq(messages.chatId, chatId)),
    )) > 0
  )
}

/** Removes the buttons of the questions that a run has asked. Returns the number of questions. */
export async function clearActions(
  tx: Writer,
  { id, flowId, sessionId }: Pick<RunRow, 'id' | 'flowId' | 'sessionId'>,
): Promise<number> {
  const ofRun = await tx
    .select({ id: messages.id, extras: messages.extras })
    .from(messages)
    .where(and(eq(messages.flowId, flowId), eq(messages.sessionId, sessionId), eq(messages.runId, id)))
  const withAction = ofRun.filter(({ extras }) => extras?.action !== undefined)
  for (const message of withAction) {
    const { action: _, ...extras } = message.extras ?? {}
    await tx.update(messages).set({ extras }).where(eq(messages.id, message.id))
  }
  return withAction.length
}

/** Returns the chat of each. */
export async function deleteMessages(tx: Writer, filter: Filter): Promise<string[]> {
  const deleted = await tx.delete(messages).where(matches(filter)).returning({ chatId: messages.chatId })
  return deleted.map(({ chatId }) => chatId)
}

export async function countMessages(db: Reader, filter: Filter) {
  const [counted] = await db
    .select({
      totalMessages: sql`count(*)`.mapWith(Number),
      totalSessions: sql`count(distinct ${messages.sessionId})`.mapWith(Number),
      totalFeedback: sql`count(${messageFeedback.id})`.mapWith(Number),
      positiveFeedback: sql`count(case when ${messageFeedback.rating} = 'THUMBS_UP' then 1 end)`.mapWith(
        Number,
      ),
    })
    .from(messages)
    .leftJoin(messageFeedback, eq(messageFeedback.messageId, messages.id))
    .where(matches(filter))
  return counted ?? { totalMessages: 0, totalSessions: 0, totalFeedback: 0, positiveFeedback: 0 }
}

function ratedRuns(flowId: string, ratings: readonly Rating[]) {
  return sql`(select rated.run_id from ${messages} as rated join ${messageFeedback} as said on said.message_id = rated.id
    where said.flow_id = ${flowId} and ${inArray(sql`said.rating`, [...ratings])})`
}

function matches(filter: Filter) {
  const { flowId, chatType, chatId, memoryType, sessionId, messageId, startDate, endDate } = filter
  const { feedbackType } = filter
  const conditions: (SQL | undefined)[] = [
    eq(messages.flowId, flowId),
    chatType && inArray(messages.chatType, [...chatType]),
    chatId === undefined ? undefined : eq(messages.chatId, chatId),
    memoryType === undefined ? undefined : eq(messages.memoryType, memoryType),
    sessionId === undefined ? undefined : eq(messages.sessionId, sessionId),
    messageId === undefined ? undefined : eq(messages.id, messageId),
    startDate && gte(messages.createdDate, startDate),
    endDate && lte(messages.createdDate, endDate),
    feedbackType?.length ? sql`${messages.runId} in ${ratedRuns(flowId, feedbackType)}` : undefined,
  ]
  return and(...conditions)
}
