import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import type { ChatType } from '#shared/chat.ts'
import { microToUsd } from '#shared/money.ts'
import * as rows from './messages.repository.ts'
import type { MessageRow } from './messages.table.ts'

type Deps = { store: Store }
type Listing = rows.Filter & {
  order: 'ASC' | 'DESC'
  page?: number | undefined
  limit?: number | undefined
  feedback?: boolean
}

/** Every method expects that the caller's access to the flow was checked. */
export function createMessagesService({ store }: Deps) {
  function insert(tx: Writer, row: MessageRow) {
    return rows.insertMessage(tx, row)
  }

  /** The completed turns of a session, oldest first, as sent to a model. */
  async function history(
    db: Reader,
    session: { flowId: string; sessionId: string },
    before?: Parameters<typeof rows.listHistory>[2],
  ): Promise<ChatMessage[]> {
    const newestFirst = await rows.listHistory(db, session, before)
    return newestFirst
      .reverse()
      .map(({ role, content }) => ({ role: role === 'userMessage' ? 'user' : 'assistant', content }))
  }

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

  function stats(filter: rows.Filter) {
    return rows.countMessages(store.db, filter)
  }

  function remove(filter: rows.Filter) {
    return store.transaction((tx) => removeIn(tx, filter))
  }

  function removeIn(tx: Writer, filter: rows.Filter) {
    return rows.deleteMessages(tx, filter)
  }

  return { insert, clearActions: rows.clearActions, history, list, stats, remove, removeIn }
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

function toMessage({ message: { flowId, extras, userId: _, ...message }, run, feedback }: Found) {
  const answered = message.role === 'apiMessage' && run
  return {
    ...message,
    ...extras,
    chatflowid: flowId,
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
