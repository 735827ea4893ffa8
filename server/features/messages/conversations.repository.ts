import { and, desc, eq, gte, inArray, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type ConversationRow, conversations } from './conversations.table.ts'
import { conversationEntries, type EntryRow } from './entries.table.ts'
import { messages } from './messages.table.ts'

export type ChatKey = Pick<ConversationRow, 'flowId' | 'chatId'>

const AT_ONCE = 500
const MAX_SUMMARIES = 20

const isChat = and(
  eq(conversations.flowId, sql.placeholder('flowId')),
  eq(conversations.chatId, sql.placeholder('chatId')),
)
const next = {
  sequence: sql`${conversations.sequence} + 1`,
  messageCount: sql`${conversations.messageCount} + 1`,
}

const conversationInsert = prepared((tx: Writer) =>
  tx
    .insert(conversations)
    // Null in a new row, and a placeholder for a date or a word of a list cannot be null.
    .values({
      ...placeholders(conversations),
      ...{ switchedBy: null, switchedDate: null, requestedDate: null, rating: null, failure: null },
    })
    .onConflictDoUpdate({
      target: [conversations.flowId, conversations.chatId],
      set: {
        ...next,
        unread: sql`${conversations.unread} + 1`,
        sessionId: sql`excluded.session_id`,
        preview: sql`excluded.preview`,
        previewBy: 'visitor',
        updatedDate: sql`excluded.updated_date`,
      },
    })
    .returning({
      sequence: conversations.sequence,
      fence: conversations.fence,
      isAiOff: conversations.isAiOff,
    })
    .prepare(),
)

// Every question of a visitor reads it.
const conversationSelect = prepared((db: Reader) => db.select().from(conversations).where(isChat).prepare())

const answerUpdate = prepared((tx: Writer) => speaking(tx, isChat, isUnderFence()).prepare())
const cutUpdate = prepared((tx: Writer) => speaking(tx, isChat).prepare())

/** Not `=` alone: while AI is off, the number is the one it was turned off with. */
function isUnderFence() {
  return and(eq(conversations.fence, sql.placeholder('fence')), eq(conversations.isAiOff, false))
}

function speaking(tx: Writer, ...conditions: (SQL | undefined)[]) {
  return tx
    .update(conversations)
    .set({
      ...next,
      failure: null,
      preview: sql`${sql.placeholder('preview')}`,
      previewBy: 'bot',
      updatedDate: sql`${sql.placeholder('updatedDate')}`,
    })
    .where(and(...conditions))
    .returning({ sequence: conversations.sequence })
}

const costUpdate = prepared((tx: Writer) =>
  tx
    .update(conversations)
    .set({
      costMicro: sql`${conversations.costMicro} + ${sql.placeholder('costMicro')}`,
      failure: sql`coalesce(${sql.placeholder('failure')}, ${conversations.failure})`,
    })
    .where(isChat)
    .prepare(),
)

export type Entered = Pick<ConversationRow, 'sequence' | 'fence' | 'isAiOff'>

/** Adds a message of the visitor, which begins the conversation or goes on with it. */
export async function enter(tx: Writer, row: ConversationRow): Promise<Entered> {
  const [entered] = await conversationInsert(tx).execute(row)
  return entered ?? { ...row }
}

type Spoken = ChatKey & Pick<ConversationRow, 'preview' | 'updatedDate'>

/** Adds a complete message of the bot. Undefined when AI was turned off after it was begun, or the chat was deleted. */
export async function speak(tx: Writer, { updatedDate, ...spoken }: Spoken & Pick<ConversationRow, 'fence'>) {
  const [row] = await answerUpdate(tx).execute({ ...spoken, updatedDate: toStored(updatedDate) })
  return row?.sequence
}

/** Adds what the visitor has already received of an answer that was cut. */
export async function speakCut(tx: Writer, { updatedDate, ...spoken }: Spoken) {
  const [row] = await cutUpdate(tx).execute({ ...spoken, updatedDate: toStored(updatedDate) })
  return row?.sequence
}

// A placeholder inside sql`` is not converted by its column.
function toStored(date: Date) {
  return conversations.updatedDate.mapToDriverValue(date)
}

/** The end of a run: what it has cost, and why it failed. */
export async function addCost(tx: Writer, spent: ChatKey & Pick<ConversationRow, 'costMicro' | 'failure'>) {
  await costUpdate(tx).execute(spent)
}

export async function findConversation(db: Reader, { flowId, chatId }: ChatKey) {
  const [row] = await conversationSelect(db).execute({ flowId, chatId })
  return row
}

export async function updateConversation(
  tx: Writer,
  chat: ChatKey,
  changes: Changes<Pick<ConversationRow, 'rating' | 'unread'>>,
) {
  const [row] = await tx.update(conversations).set(changes).where(isOf(chat)).returning()
  return row
}

type Switch = Pick<ConversationRow, 'isAiOff' | 'switchedBy' | 'switchedDate'>

/** Undefined when AI is off or on already. Takes the visitor off the list of those who wait for a person. */
export async function switchAi(tx: Writer, chat: ChatKey, change: Switch) {
  const [row] = await tx
    .update(conversations)
    .set({ ...change, requestedDate: null, fence: sql`${conversations.fence} + 1` })
    .where(and(isOf(chat), eq(conversations.isAiOff, !change.isAiOff)))
    .returning()
  return row
}

/** Adds a message of an operator, who has read everything before it. */
export async function speakByHand(tx: Writer, { updatedDate, preview, ...chat }: Spoken) {
  const [row] = await tx
    .update(conversations)
    .set({
      ...{ ...next, preview, previewBy: 'operator', updatedDate },
      ...{ hasOperator: true, unread: 0, requestedDate: null },
    })
    .where(isOf(chat))
    .returning()
  return row
}

/** Undefined when it is known, or there is no such message. */
export async function markSeen(tx: Writer, chat: ChatKey, seenSequence: number) {
  const isNews = and(lt(conversations.seenSequence, seenSequence), gte(conversations.sequence, seenSequence))
  const [row] = await tx
    .update(conversations)
    .set({ seenSequence })
    .where(and(isOf(chat), isNews))
    .returning()
  return row
}

/** Undefined when the visitor waits already, or AI is off. */
export async function requestPerson(tx: Writer, chat: ChatKey, requestedDate: Date) {
  const [row] = await tx
    .update(conversations)
    .set({ requestedDate })
    .where(and(isOf(chat), isNull(conversations.requestedDate), eq(conversations.isAiOff, false)))
    .returning()
  return row
}

function isOf({ flowId, chatId }: ChatKey) {
  return and(eq(conversations.flowId, flowId), eq(conversations.chatId, chatId))
}

/** After messages were deleted: chats without any are gone and returned, the others are counted again. */
export async function recount(tx: Writer, flowId: string, chatIds: readonly string[]) {
  const all: Pick<ConversationRow, 'flowId' | 'chatId' | 'userId'>[] = []
  for (let from = 0; from < chatIds.length; from += AT_ONCE) {
    const some = chatIds.slice(from, from + AT_ONCE)
    const ofChat = and(eq(messages.flowId, conversations.flowId), eq(messages.chatId, conversations.chatId))
    const left = tx.select({ id: messages.id }).from(messages).where(ofChat)
    const gone = await tx
      .delete(conversations)
      .where(and(eq(conversations.flowId, flowId), inArray(conversations.chatId, some), notExists(left)))
      .returning({
        flowId: conversations.flowId,
        chatId: conversations.chatId,
        userId: conversations.userId,
      })
    all.push(...gone)
    const ids = gone.map(({ chatId }) => chatId)
    await (ids.length > 0 &&
      tx
        .delete(conversationEntries)
        .where(and(eq(conversationEntries.flowId, flowId), inArray(conversationEntries.chatId, ids))))
    await tx
      .update(conversations)
      .set({
        messageCount: sql`(select count(*) from ${messages} where ${ofChat})`,
        title: shortText('asc'),
        preview: shortText('desc'),
      })
      .where(and(eq(conversations.flowId, flowId), inArray(conversations.chatId, some)))
  }
  return all
}

function shortText(order: 'asc' | 'desc') {
  return sql`(
    select substr(${messages.content}, 1, ${SHOWN}) from ${messages}
    where ${messages.flowId} = ${conversations.flowId} and ${messages.chatId} = ${conversations.chatId}
    order by ${messages.sequence} ${sql.raw(order)} limit 1)`
}

/** Characters of a message in the list of conversations. */
export const SHOWN = 200

export async function insertEntry(tx: Writer, row: EntryRow) {
  await tx.insert(conversationEntries).values(row)
}

/** Undefined for a note of somebody else. */
export async function deleteNote(
  tx: Writer,
  chat: ChatKey,
  { id, actorId }: Pick<EntryRow, 'id' | 'actorId'>,
) {
  const [row] = await tx
    .delete(conversationEntries)
    .where(
      and(
        eq(conversationEntries.id, id),
        eq(conversationEntries.flowId, chat.flowId),
        eq(conversationEntries.chatId, chat.chatId),
        eq(conversationEntries.kind, 'note'),
        eq(conversationEntries.actorId, actorId ?? ''),
      ),
    )
    .returning()
  return row
}

/** What operators have written for the AI, the newest first. */
export function listSummaries(db: Reader, flowId: string, chatIds: readonly string[]) {
  return db
    .select({ text: conversationEntries.text, createdDate: conversationEntries.createdDate })
    .from(conversationEntries)
    .where(
      and(
        eq(conversationEntries.flowId, flowId),
        inArray(conversationEntries.chatId, [...chatIds]),
        eq(conversationEntries.kind, 'handed_back'),
      ),
    )
    .orderBy(desc(conversationEntries.createdDate))
    .limit(MAX_SUMMARIES)
}
