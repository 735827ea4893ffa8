import type { Message } from '#shared/chat.ts'
import { freshUploads, type SentUpload, storedUploads } from '../uploads/sent-uploads.ts'
import type { LiveTurn } from './live-turns.ts'

/**
 * A question with its answer. Either may be missing: deleting an answer also deletes its question, and a run may
 * fail.
 */
export type Exchange = {
  key: string
  question: string | undefined
  sentDate: string
  uploads: readonly SentUpload[]
  stored: Message | undefined
  /** Texts with which the run has asked a person before its answer. */
  asked?: readonly string[] | undefined
  live: LiveTurn | undefined
}

/**
 * Merges this visit's turns into the stored conversation. A live turn replaces its stored exchange, because it
 * also holds steps, thinking and failures. Other exchanges keep their identity, so they do not re-render with
 * every token.
 */
export function placeTurns(stored: readonly Exchange[], turns: readonly LiveTurn[]): Exchange[] {
  const exchanges = [...stored]
  const isNew = (live: LiveTurn) => !place(exchanges, live)
  // Newest first, so that of two equal questions the later turn matches the later one.
  const added = turns.toReversed().filter(isNew).toReversed()
  return [...exchanges, ...added.map(toLiveExchange)]
}

export function pairMessages(messages: readonly Message[]): Exchange[] {
  const exchanges: Exchange[] = []
  for (const message of messages) {
    const last = exchanges.at(-1)
    const waiting = last?.stored
    if (last && waiting && message.runId !== null && message.runId === waiting.runId) {
      if (message.role === 'userMessage') {
        last.stored = { ...waiting, content: `${waiting.content}\n\n${quote(message.content)}` }
      } else {
        // A waiting run has stored its question, then its answer under the same run.
        last.asked = [...(last.asked ?? []), waiting.content]
        last.stored = message
      }
    } else if (message.role === 'apiMessage' && last && !last.stored) {
      last.stored = message
    } else {
      exchanges.push(startExchange(message))
    }
  }
  return exchanges
}

/** What a person has written in reply to a question of the run, as Markdown. */
function quote(text: string): string {
  return text.replace(/^/gm, '> ')
}

function startExchange(message: Message): Exchange {
  const isQuestion = message.role === 'userMessage'
  return {
    key: message.id,
    question: isQuestion ? message.content : undefined,
    sentDate: message.createdDate,
    uploads: isQuestion ? storedUploads(message) : [],
    stored: isQuestion ? undefined : message,
    live: undefined,
  }
}

function toLiveExchange(live: LiveTurn): Exchange {
  const { key, sentDate, turn } = live
  const uploads = freshUploads(live.uploads)
  return { key, question: turn.question, sentDate, uploads, stored: undefined, live }
}

/** Puts a turn at its stored answer, else at its unanswered question. Returns false when there is neither. */
function place(exchanges: Exchange[], live: LiveTurn): boolean {
  const { key, runId, turn } = live
  const answered = exchanges.findLastIndex(({ stored }) => runId !== undefined && stored?.runId === runId)
  // A run that was found in progress has no question yet: it belongs to the last unanswered one.
  const isRequested = ({ question }: Exchange) => turn.question === '' || question === turn.question
  const waiting = exchanges.findLastIndex((each) => !each.stored && !each.live && isRequested(each))
  const index = answered === -1 ? waiting : answered
  const known = exchanges[index]
  if (known) {
    // Keeps the turn's own key, so that React does not remount it once it is stored.
    const uploads = live.uploads.length > 0 ? freshUploads(live.uploads, known.uploads) : known.uploads
    exchanges[index] = { ...known, key, live, uploads, question: turn.question || known.question }
  }
  return known !== undefined
}

/** Earlier questions, oldest first, without consecutive duplicates; the arrow keys step through them. */
export function questionsOf(exchanges: readonly Exchange[]): string[] {
  return exchanges
    .map(({ question }) => question)
    .filter((question, index, all): question is string => Boolean(question) && question !== all[index - 1])
}
