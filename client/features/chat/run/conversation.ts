import type { Message } from '#shared/chat.ts'
import { freshUploads, type SentUpload, storedUploads } from '../uploads/sent-uploads.ts'
import type { LiveTurn } from './live-turns.ts'

/** A question with its answer. Either side may be missing: an answer deleted its question, a run came to nothing. */
export type Exchange = {
  key: string
  question: string | undefined
  askedDate: string
  /** What went along with the question. */
  uploads: readonly SentUpload[]
  stored: Message | undefined
  live: LiveTurn | undefined
}

/**
 * This visit's turns put into the stored conversation. A turn takes the place of what the server has stored of it, for it
 * knows more: its steps, its thinking, how it failed. All other exchanges stay the very same, so that they need not be
 * drawn again with every word.
 */
export function placeTurns(stored: readonly Exchange[], turns: readonly LiveTurn[]): Exchange[] {
  const exchanges = [...stored]
  const isNew = (live: LiveTurn) => !place(exchanges, live)
  // Newest first, so that of two equal questions the later turn takes the later one.
  const added = turns.toReversed().filter(isNew).toReversed()
  return [...exchanges, ...added.map(beginLive)]
}

/** Stored messages as exchanges: a question and the answer that follows it. */
export function pairMessages(messages: readonly Message[]): Exchange[] {
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
    uploads: isQuestion ? storedUploads(message) : [],
    stored: isQuestion ? undefined : message,
    live: undefined,
  }
}

function beginLive(live: LiveTurn): Exchange {
  const { key, askedDate, turn } = live
  const uploads = freshUploads(live.uploads)
  return { key, question: turn.question, askedDate, uploads, stored: undefined, live }
}

/** Puts a turn where its answer is stored, else where its question still waits for one. False when there is no such place. */
function place(exchanges: Exchange[], live: LiveTurn): boolean {
  const { key, runId, turn } = live
  const answered = exchanges.findLastIndex(({ stored }) => runId !== undefined && stored?.runId === runId)
  // A run found going on does not know its question yet: then it is the last one without an answer.
  const isRequested = ({ question }: Exchange) => turn.question === '' || question === turn.question
  const waiting = exchanges.findLastIndex((each) => !each.stored && !each.live && isRequested(each))
  const index = answered === -1 ? waiting : answered
  const known = exchanges[index]
  if (known) {
    // The turn's own key, so that what stands on the screen stays when the server has stored it.
    const uploads = live.uploads.length > 0 ? freshUploads(live.uploads, known.uploads) : known.uploads
    exchanges[index] = { ...known, key, live, uploads, question: turn.question || known.question }
  }
  return known !== undefined
}

/** What was asked, oldest first, without repeating the same in a row: what the arrow keys walk through. */
export function questionsOf(exchanges: readonly Exchange[]): string[] {
  return exchanges
    .map(({ question }) => question)
    .filter((question, index, all): question is string => Boolean(question) && question !== all[index - 1])
}
