import type { Bus } from '#server/bus/bus.ts'
import type { Writer } from '#server/db/store.ts'
import { afterCommit } from '#server/db/transaction-scope.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import * as chats from './conversations.repository.ts'
import { insertMessage } from './messages.repository.ts'
import type { MessageRow } from './messages.table.ts'

type Deps = { bus: Pick<Bus<LiveEvent>, 'publish'> }

export type StoredMessage = Omit<MessageRow, 'number'>
export type NewMessage = Omit<MessageRow, 'sequence' | 'operatorId' | 'number' | 'role'>
type Place = chats.ChatKey & Pick<MessageRow, 'userId'>

/** `fence`: an answer of the AI may be sent only while the conversation has this number. Null for an operator's message. */
type ReplyListener = (tx: Writer, reply: StoredMessage, fence: number | null) => Promise<void>

/** Stores messages together with the row of their conversation, in the transaction of the caller. */
export function createMessageWriter({ bus }: Deps) {
  let sendReply: ReplyListener = async () => undefined

  /** Called in the transaction of every complete reply, so that none is stored without being sent. */
  function onReply(listener: ReplyListener) {
    sendReply = listener
  }

  /** Watchers may learn of it late or not at all; they read what they have missed. */
  function announce(event: LiveEvent) {
    afterCommit(() => void bus.publish(event).catch(() => undefined))
  }

  function announceChange({ flowId, userId, chatId }: Place) {
    announce({ type: 'change', flowId, userId, chatId })
  }

  async function insert(tx: Writer, row: StoredMessage) {
    const { flowId, userId, chatId, sequence } = row
    await insertMessage(tx, row)
    announce({ type: 'message', flowId, userId, chatId, sequence })
    return row
  }

  /** Returns whether AI may answer, and the number that `insertAnswer` requires. */
  async function insertQuestion(tx: Writer, row: NewMessage, platform: string): Promise<chats.Entered> {
    const { flowId, chatId, userId, sessionId, chatType, content, createdDate } = row
    const text = shorten(content)
    const entered = await chats.enter(tx, {
      ...{ flowId, chatId, userId, sessionId, chatType, platform },
      ...{
        sequence: 1,
        messageCount: 1,
        unread: 1,
        seenSequence: 0,
        fence: createdDate.getTime(),
        isAiOff: false,
      },
      ...{ switchedBy: null, switchedDate: null, requestedDate: null, hasOperator: false },
      ...{ rating: null, failure: null, costMicro: 0, title: text, preview: text, previewBy: 'visitor' },
      ...{ startedDate: createdDate, updatedDate: createdDate },
    })
    await insert(tx, { ...row, role: 'userMessage', sequence: entered.sequence, operatorId: null })
    return entered
  }

  /** False when AI was turned off since the question, or the conversation was deleted: nothing is stored then. */
  async function insertAnswer(tx: Writer, row: NewMessage, fence: number): Promise<boolean> {
    const sequence = await chats.speak(tx, { ...spokenOf(row), fence })
    const reply = await insertReply(tx, row, sequence)
    await (reply && sendReply(tx, reply, fence))
    return reply !== undefined
  }

  /** What had reached the visitor when the answer was cut. */
  async function insertCut(tx: Writer, row: NewMessage): Promise<boolean> {
    return (await insertReply(tx, row, await chats.speakCut(tx, spokenOf(row)))) !== undefined
  }

  async function insertReply(tx: Writer, row: NewMessage, sequence: number | undefined) {
    if (sequence === undefined) {
      return undefined
    }
    return insert(tx, { ...row, role: 'apiMessage', sequence, operatorId: null })
  }

  type ByHand = Pick<MessageRow, 'id' | 'content' | 'extras' | 'createdDate'> & { operatorId: string }

  /** A message of an operator. Undefined when there is no such conversation. */
  async function insertByHand(tx: Writer, chat: chats.ChatKey, message: ByHand) {
    const conversation = await chats.speakByHand(tx, { ...spokenOf({ ...chat, ...message }) })
    if (conversation) {
      const { userId, sessionId, chatType, sequence } = conversation
      const rest = { role: 'apiMessage', memoryType: null, leadEmail: null, runId: null } as const
      const reply = await insert(tx, { ...chat, ...message, ...rest, userId, sessionId, chatType, sequence })
      await sendReply(tx, reply, null)
    }
    return conversation
  }

  /** The end of a run: what it has cost, and why it failed. */
  async function addCost(tx: Writer, userId: string, spent: Parameters<typeof chats.addCost>[1]) {
    await chats.addCost(tx, spent)
    if (spent.failure !== null) {
      announceChange({ ...spent, userId })
    }
  }

  async function updateConversation(...changed: Parameters<typeof chats.updateConversation>) {
    const row = await chats.updateConversation(...changed)
    if (row) {
      announceChange(row)
    }
  }

  return {
    onReply,
    insertQuestion,
    insertAnswer,
    insertCut,
    insertByHand,
    addCost,
    updateConversation,
    announceChange,
  }
}

function spokenOf({
  flowId,
  chatId,
  content,
  createdDate,
}: chats.ChatKey & Pick<MessageRow, 'content' | 'createdDate'>) {
  return { flowId, chatId, preview: shorten(content), updatedDate: createdDate }
}

function shorten(content: string) {
  return content.slice(0, chats.SHOWN)
}
