import type { Writer } from '#server/db/store.ts'
import { actionOf } from '#server/engine/program/wait-action.ts'
import type { MessagesService, NewMessage } from '#server/features/messages/messages.service.ts'
import type { Permit } from '#server/features/takeover/permits.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatType } from '#shared/chat.ts'
import type { EventOf, StepWait, WaitAnswer } from '#shared/runs.ts'
import type { Opening } from './runs.service.ts'
import type { RunRow } from './runs.table.ts'

/** Characters of an error in the list of conversations. */
const SHOWN = 200

type Deps = {
  messages: Pick<
    MessagesService,
    'insertQuestion' | 'findQuestion' | 'insertAnswer' | 'insertCut' | 'addCost' | 'clearActions'
  >
  newId: NewId
  now: () => Date
}

/** A run of a conversation, and the right of its answer to be part of it. */
export type Written = { row: RunRow; opening: Opening; permit: Permit }
export type Ending = EventOf<'run_finished' | 'run_failed' | 'run_stopped'>

/** `id`: of the run, if there is one. */
type Origin = Omit<RunRow, 'id'> & { id: string | null }

/** What a run leaves in its conversation, in the transactions of its events. */
export function createRunMessages({ messages, newId, now }: Deps) {
  async function insertQuestion(tx: Writer, row: Origin, opening: Opening) {
    if (opening.isPart) {
      return undefined
    }
    const { startedDate: createdDate, chatType } = row
    const { questionId } = opening
    const stored = questionId && (await messages.findQuestion(tx, { ...row, id: questionId }))
    if (stored) {
      return stored
    }
    const question = { id: questionId ?? newId(), content: opening.question, createdDate }
    const extras = opening.uploads?.length ? { fileUploads: [...opening.uploads] } : null
    const { platform = platformOf(chatType) } = opening
    return messages.insertQuestion(tx, { ...sharedOf(row, opening), ...question, extras }, platform)
  }

  /** The person who is asked sees the question and its buttons in the conversation. */
  async function insertWait(tx: Writer, { row, opening, permit }: Written, wait: StepWait) {
    if (!opening.isPart) {
      const extras = { action: actionOf(wait, row.program ?? undefined), executionId: row.id }
      const message = { id: opening.messageId, content: wait.text, createdDate: now() }
      await insertAnswer(tx, { ...sharedOf(row, opening), ...message, extras }, permit)
    }
  }

  /** The buttons of the question go, and what the person has written becomes part of the conversation. */
  async function settleQuestion(tx: Writer, row: RunRow, { feedback }: Partial<WaitAnswer> = {}) {
    const cleared = await messages.clearActions(tx, row)
    if (cleared > 0 && feedback) {
      const { flowId, userId, chatId, sessionId, chatType, id: runId } = row
      const message = {
        ...{ id: newId(), content: feedback, createdDate: now() },
        ...{ flowId, userId, chatId, sessionId, chatType, runId },
        ...{ memoryType: null, leadEmail: null, extras: null },
      }
      await messages.insertQuestion(tx, message, platformOf(chatType))
    }
  }

  async function insertEnding(
    tx: Writer,
    written: Written,
    event: Ending,
    { costMicro, endedDate: createdDate }: { costMicro: number; endedDate: Date },
  ) {
    const { row, opening } = written
    if (opening.isPart) {
      return
    }
    const content = event.type === 'run_failed' ? '' : event.text
    const message = { ...sharedOf(row, opening), id: opening.messageId, content, createdDate }
    await insertText(tx, written, event, { ...message, extras: extrasOf(event, row) })
    const failure = event.type === 'run_failed' ? event.message.slice(0, SHOWN) : null
    const { flowId, chatId, userId } = row
    await messages.addCost(tx, userId, { flowId, chatId, costMicro, failure })
  }

  async function insertText(tx: Writer, { permit }: Written, { type }: Ending, message: NewMessage) {
    if (type === 'run_finished') {
      await insertAnswer(tx, message, permit)
    } else if (message.content !== '') {
      const cut = permit.isRevoked() ? { isCut: true as const } : {}
      await messages.insertCut(tx, { ...message, extras: { ...message.extras, ...cut } })
    }
  }

  /** Dropped when AI was turned off meanwhile: the run has its answer, the conversation has not. */
  async function insertAnswer(tx: Writer, answer: NewMessage, permit: Permit) {
    if (await messages.insertAnswer(tx, answer, permit.fence())) {
      permit.store()
    }
  }

  return { insertQuestion, insertWait, settleQuestion, insertEnding }
}

/** Of chats that do not say where they come from. */
function platformOf(chatType: ChatType) {
  const names: Partial<Record<ChatType, string>> = {
    INTERNAL: 'canvas',
    EXTERNAL: 'api',
    SCHEDULED: 'schedule',
  }
  return names[chatType] ?? chatType.toLowerCase()
}

function sharedOf({ id: runId, ...row }: Origin, opening: Opening) {
  const { flowId, userId, chatId, sessionId, chatType } = row
  const details = { memoryType: opening.memoryType ?? null, leadEmail: opening.leadEmail ?? null }
  return { flowId, userId, chatId, sessionId, chatType, ...details, extras: null, runId }
}

function extrasOf(event: Ending, { id, program }: RunRow) {
  const found = event.type === 'run_finished' ? (event.extras ?? null) : null
  return program ? { ...found, executionId: id } : found
}
