import { isRecord, parseJson } from '#shared/json.ts'
import { type Exchange, isOpen } from './conversation.ts'

/** Conversations of one flow on the visitor's device. */
export type DeviceHistory = {
  /** Id of the conversation on the screen, which may have no questions yet. */
  current?: string
  /** Newest first. */
  chats: readonly StoredChat[]
  /** The lead form has been filled in. */
  lead?: { email?: string } | undefined
}

export type StoredChat = {
  id: string
  date: string
  exchanges: readonly Exchange[]
  /** Number of the last message that the server has told of. */
  seen?: number | undefined
  unread?: number | undefined
}

const MAX_CHATS = 20
const MAX_EXCHANGES = 100

export type Device = { read(): DeviceHistory; write(history: DeviceHistory): void }

const empty: DeviceHistory = { chats: [] }

/** Where a host page blocks storage or it is full, a conversation lasts as long as the page. */
export function createDevice(flowId: string): Device {
  const key = `flowtill-chat:${flowId}`
  let memory = empty
  return {
    read() {
      try {
        memory = toHistory(localStorage.getItem(key)) ?? memory
      } catch {
        // Blocked storage.
      }
      return memory
    },
    write(history) {
      memory = history
      try {
        localStorage.setItem(key, JSON.stringify(history))
      } catch {
        // Blocked or full storage.
      }
    },
  }
}

/** For flows that begin a new conversation with every visit. */
export function createMemory(): Device {
  let memory = empty
  return {
    read: () => memory,
    write(history) {
      memory = history
    },
  }
}

/** Puts a chat first and on the screen, and drops what is too old. Of an empty chat only the id is stored. */
export function withChat(history: DeviceHistory, chat: StoredChat): DeviceHistory {
  const others = history.chats.filter(({ id }) => id !== chat.id)
  const stored = { ...chat, exchanges: chat.exchanges.slice(-MAX_EXCHANGES).map(withoutContents) }
  return {
    ...history,
    current: chat.id,
    chats: (chat.exchanges.length > 0 ? [stored, ...others] : others).slice(0, MAX_CHATS),
  }
}

/** The files are on the server. */
function withoutContents(exchange: Exchange): Exchange {
  const { question } = exchange
  const files = question.files.map(({ data: _, ...file }) => file)
  return { ...exchange, question: { ...question, files } }
}

/** The exchange whose answer was still coming when the page was left. */
export function openExchangeOf(exchanges: readonly Exchange[]): Exchange | undefined {
  const last = exchanges.at(-1)
  return last && isOpen(last.answer) ? last : undefined
}

function toHistory(stored: string | null): DeviceHistory | undefined {
  const value = stored === null ? undefined : parseJson(stored)
  return isRecord(value) && Array.isArray(value.chats) ? (value as DeviceHistory) : undefined
}
