import type { Reader } from '#server/db/store.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { listSummaries } from './conversations.repository.ts'
import { listHistory } from './messages.repository.ts'

type Session = { flowId: string; sessionId: string }
type Before = Parameters<typeof listHistory>[2]

/** The completed turns of a session, oldest first, as sent to a model. */
export async function readHistory(db: Reader, session: Session, before?: Before): Promise<ChatMessage[]> {
  const newestFirst = await listHistory(db, session, before)
  const read = newestFirst.reverse()
  // Few conversations had an operator.
  const byHand = read.filter(({ operatorId }) => operatorId !== null).map(({ chatId }) => chatId)
  const all = byHand.length > 0 ? await withSummaries(db, session, read, byHand) : read
  // An operator may have sent files alone, and providers reject empty messages.
  const written = byHand.length > 0 ? all.filter(({ content }) => content !== '') : all
  return written.map(({ role, content }) => ({
    role: role === 'userMessage' ? 'user' : 'assistant',
    content,
  }))
}

type Turns = Awaited<ReturnType<typeof listHistory>>

/** Operators hand a conversation back with a summary, which the model reads at its place among the messages. */
async function withSummaries(db: Reader, { flowId }: Session, read: Turns, chatIds: readonly string[]) {
  const summaries = (await listSummaries(db, flowId, [...new Set(chatIds)])).map(({ text, createdDate }) => ({
    ...{ role: 'apiMessage' as const, createdDate },
    content: `(A colleague has answered meanwhile and hands the conversation back with this note: ${text})`,
  }))
  return [...read, ...summaries].toSorted((a, b) => a.createdDate.getTime() - b.createdDate.getTime())
}
