import type { Message } from '#shared/chat.ts'
import type { LiveTurn } from './live-turns.ts'

/** A question with its answer. Either side may be missing: an answer deleted its question, a run came to nothing. */
export type Exchange = {
  key: string
  question: string | undefined
  askedDate: string
  stored: Message | undefined
  live: LiveTurn | undefined
}

/**
 * Stored messages and this visit's turns as one conversation. A turn takes the place of what the server has stored of it,
 * for it knows more: its steps, its thinking, how it failed.
 */
export function mergeConversation(messages: readonly Message[], turns: readonly LiveTurn[]): Exchange[] {
  const exchanges = pair(messages)
  const isNew = (live: LiveTurn) => !place(exchanges, live)
  // Newest first, so that of two equal questions the later turn takes the later one.
  const added = turns.toReversed().filter(isNew).toReversed()
  return [...exchanges, ...added.map(beginLive)]
}

function pair(messages: readonly Message[]): Exchange[] {
  const exchanges: Exchange[] = []
  for (const message of messages) {
    const last = exchanges.at(-1)
    if (message.role === 'apiMessage' && last && !last.stored) {
      last.stored = message
    } else {
      exchanges.push(begin(message))
    }
  }
  return exchanges
}

function begin(message: Message): Exchange {
  const isQuestion = message.role === 'userMessage'
  return {
    key: message.id,
    question: isQuestion ? message.content : undefined,
    askedDate: message.createdDate,
    stored: isQuestion ? undefined : message,
    live: undefined,
  }
}

function beginLive(live: LiveTurn): Exchange {
  const { key, askedDate, turn } = live
  return { key, question: turn.question, askedDate, stored: undefined, live }
}

/** Puts a turn where its answer is stored, else where its question still waits for one. False when there is no such place. */
function place(exchanges: Exchange[], live: LiveTurn): boolean {
  const { key, runId, turn } = live
  const place =
    exchanges.findLast(({ stored }) => runId !== undefined && stored?.runId === runId) ??
    exchanges.findLast((each) => !each.stored && !each.live && each.question === turn.question)
  if (place) {
    // The turn's own key, so that what stands on the screen stays when the server has stored it.
    Object.assign(place, { key, live, question: turn.question || place.question })
  }
  return place !== undefined
}

/** What was asked, oldest first, without repeating the same in a row: what the arrow keys walk through. */
export function questionsOf(exchanges: readonly Exchange[]): string[] {
  return exchanges
    .map(({ question }) => question)
    .filter((question, index, all): question is string => Boolean(question) && question !== all[index - 1])
}
