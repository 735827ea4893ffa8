import type { Bus } from '#server/bus/bus.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import type { ChatType } from '#shared/chat.ts'
import type { Rating } from '#shared/feedback.ts'
import { microToUsd } from '#shared/money.ts'
import * as chats from './conversations.repository.ts'
import * as rows from './messages.repository.ts'
import { readHistory } from './read-history.ts'
import * as words from './words.repository.ts'
import { createMessageWriter } from './write-messages.ts'

export type { Entered } from './conversations.repository.ts'
export type { NewMessage, StoredMessage } from './write-messages.ts'

const INDEXED_AT_ONCE = 500
/** Who watches sees no more rows than that. */
const ANNOUNCED = 200

type Deps = { store: Store; bus: Bus<LiveEvent> }

type Listing = rows.Filter & {
  order: 'ASC' | 'DESC'
  page?: number | undefined
  limit?: number | undefined
  feedback?: boolean
}

/** Every method expects that the caller's access to the flow was checked. */
export function createMessagesService({ store, bus }: Deps) {
  const writer = createMessageWriter({ bus })

  /** With page and limit, a page counts sessions and gives all their messages. */
  async function list({ order, page, limit, feedback = false, ...filter }: Listing) {
    const found =
      page && limit
        ? await listPage(filter, order, page, limit)
        : await rows.listMessages(store.db, filter, order)
    return found.map((each) => toMessage(feedback ? each : { ...each, feedback: null }))
  }

  async function listPage(filter: rows.Filter, order: 'ASC' | 'DESC', page: number, limit: number) {
    const sessions = await rows.listSessions(store.db, filter, { limit, offset: (page - 1) * limit })
    const ids = sessions.map(({ sessionId }) => sessionId)
    return ids.length > 0 ? rows.listMessagesOf(store.db, filter, ids, order) : []
  }

  /** The newest messages of a chat below a number, oldest first, with their ratings. */
  async function thread(
    chat: chats.ChatKey,
    { before, limit }: { before?: number | undefined; limit: number },
  ) {
    const found = await rows.listThread(store.db, chat, { before, limit })
    return found.reverse().map(toMessage)
  }

  /** Messages of a chat above a number, in their order, with the platform of the chat. */
  async function after(chat: chats.ChatKey, sequence: number, limit: number) {
    const found = await rows.listAfter(store.db, chat, sequence, limit)
    return found.map(({ platform, ...each }) => ({ ...toMessage({ ...each, feedback: null }), platform }))
  }

  /** The conversation of a question that an earlier attempt has stored. */
  async function findQuestion(tx: Writer, question: chats.ChatKey & { id: string }) {
    return (await rows.isStored(tx, question)) ? chats.findConversation(tx, question) : undefined
  }

  function markRead(chat: chats.ChatKey) {
    return store.transaction((tx) => writer.updateConversation(tx, chat, { unread: 0 }))
  }

  /** The visitor's chat has shown the messages up to this number. */
  function markSeen(chat: chats.ChatKey, sequence: number) {
    return store.transaction(async (tx) => {
      const row = await chats.markSeen(tx, chat, sequence)
      if (row) {
        writer.announceChange(row)
      }
    })
  }

  /** Returns the number of deleted messages. */
  function removeChats(flowId: string, chatIds: readonly string[]) {
    return store.transaction(async (tx) => {
      let count = 0
      for (const chatId of chatIds) {
        count += await removeIn(tx, { flowId, chatId })
      }
      return count
    })
  }

  function stats(filter: rows.Filter) {
    return rows.countMessages(store.db, filter)
  }

  function remove(filter: rows.Filter) {
    return store.transaction((tx) => removeIn(tx, filter))
  }

  /**
   * Indexes the words of new messages, many in one transaction: one by one, each would be a segment of the index that
   * must be merged. Returns whether more are left.
   */
  async function indexWords(): Promise<boolean> {
    if (!(await words.hasUnindexed(store.db))) {
      return false
    }
    const count = await store.transaction((tx) => words.indexNext(tx, INDEXED_AT_ONCE), 'deferred')
    return count === INDEXED_AT_ONCE
  }

  /** Numbers of messages, the newest first. Those written just now are found too. */
  async function search(requested: Parameters<typeof words.searchWords>[1]): Promise<number[]> {
    await indexWords()
    return words.searchWords(store.db, requested)
  }

  async function removeIn(tx: Writer, filter: rows.Filter) {
    const deleted = await rows.deleteMessages(tx, filter)
    const gone = await chats.recount(tx, filter.flowId, [...new Set(deleted)])
    gone.slice(0, ANNOUNCED).forEach(writer.announceChange)
    return deleted.length
  }

  return {
    ...writer,
    setRating: (tx: Writer, chat: chats.ChatKey, rating: Rating) =>
      writer.updateConversation(tx, chat, { rating }),
    findConversation: chats.findConversation,
    findQuestion,
    findByHand: rows.findByHand,
    ...{ switchAi: chats.switchAi, requestPerson: chats.requestPerson },
    ...{ insertEntry: chats.insertEntry, deleteNote: chats.deleteNote },
    clearActions: rows.clearActions,
    history: readHistory,
    ...{ list, thread, after, stats, markRead, markSeen, remove, removeIn, removeChats, search, indexWords },
  }
}

/** Flowise clients iterate these lists unchecked, so absent ones become empty lists. */
export function withEmptyLists<Message extends object>(message: Message) {
  return {
    sourceDocuments: [],
    usedTools: [],
    fileAnnotations: [],
    artifacts: [],
    fileUploads: [],
    ...message,
  }
}

type Found = Awaited<ReturnType<typeof rows.listMessages>>[number]

function toMessage({ message: row, run, feedback }: Found) {
  const { flowId, extras, userId: _, number: __, operatorId, ...message } = row
  const answered = message.role === 'apiMessage' && run
  return {
    ...message,
    ...extras,
    chatflowid: flowId,
    ...(operatorId !== null && { isManualMessage: true }),
    chatType: message.chatType as ChatType,
    runId: run?.id ?? null,
    durationMs: answered && run.endedDate ? run.endedDate.getTime() - run.startedDate.getTime() : null,
    tokens: answered ? run.tokens : null,
    cost: answered ? microToUsd(run.costMicro) : null,
    ...(feedback && { feedback: showFeedback(feedback) }),
  }
}

function showFeedback({ flowId: chatflowid, userId: _, ...feedback }: NonNullable<Found['feedback']>) {
  return { ...feedback, chatflowid }
}

export type MessagesService = ReturnType<typeof createMessagesService>
