import type { LiveFrame } from '#shared/live.ts'
import type { FileByHand } from '#shared/takeover.ts'

export type InboxMessage = Extract<LiveFrame, { type: 'newMessage' }>['data'] & {
  /** Written here, and not stored by the server yet. */
  pending?: 'sending' | 'failed'
  /** Its files, as long as it is pending. */
  files?: readonly FileByHand[]
}

/** Messages of a chat in the browser, the newest ones. Older ones are read again when they are needed. */
export const MAX_MESSAGES = 1_000
/** Product spec: the same content of a chat within this time is one message. */
const SAME_MS = 2_000
/** Openings shorter than this may be alike by chance. */
const MIN_PREFIX = 24

/** Adds messages read from the server, each id once. */
export function mergeRead(known: readonly InboxMessage[], read: readonly InboxMessage[]) {
  return read.reduce(put, known)
}

/** Adds messages of the WebSocket, without repetitions, and keeps the newest. */
export function mergeLive(known: readonly InboxMessage[], live: readonly InboxMessage[]) {
  const merged = live.reduce(
    (all, message) => (all.some((each) => isRepeated(each, message)) ? all : put(all, message)),
    known,
  )
  // A reader who has loaded older messages keeps as many.
  return merged.length > known.length ? merged.slice(-Math.max(MAX_MESSAGES, known.length)) : merged
}

function put(all: readonly InboxMessage[], message: InboxMessage): readonly InboxMessage[] {
  const others = all.filter(({ id }) => id !== message.id)
  const place = others.findLastIndex((each) => orderOf(each) <= orderOf(message)) + 1
  return [...others.slice(0, place), message, ...others.slice(place)]
}

/** Messages that the server has not numbered yet stand at the end. */
function orderOf({ sequence }: InboxMessage) {
  return sequence > 0 ? sequence : Number.POSITIVE_INFINITY
}

/** The same words twice, or words that continue others, in one chat and at the same time. */
function isRepeated(known: InboxMessage, message: InboxMessage): boolean {
  return (
    known.id !== message.id &&
    known.chatId === message.chatId &&
    known.role === message.role &&
    isContinued(known.content, message.content) &&
    isNear(known.createdDate, message.createdDate)
  )
}

function isContinued(a: string, b: string) {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short === long || (short.length >= MIN_PREFIX && long.startsWith(short))
}

function isNear(a: string, b: string) {
  return Math.abs(Date.parse(a) - Date.parse(b)) <= SAME_MS
}
