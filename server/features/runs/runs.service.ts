import type { Store, Writer } from '#server/db/store.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { UsageService } from '#server/features/usage/usage.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatType } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import type { EventOf } from '#shared/runs.ts'
import type { StoredUpload } from '#shared/uploads.ts'
import { findFilledStores } from './filled-stores.ts'
import { createHistory } from './history.ts'
import { createLiveRun, type LiveRun, type Totals } from './live-run.ts'
import { createRunReader, rejectUnknown } from './read-runs.ts'
import { createRecovery } from './recover-runs.ts'
import * as rows from './runs.repository.ts'
import type { RunRow } from './runs.table.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  usage: UsageService
  messages: Pick<MessagesService, 'insert'>
  wallet: Parameters<typeof createRecovery>[0]['wallet']
  runTimeoutMs: number
}

export type Opening = {
  flowId: string
  versionId: string
  userId: string
  chatId: string
  sessionId: string
  chatType: ChatType
  memoryType: string | undefined
  question: string
  leadEmail: string | undefined
  messageId: string
  uploads?: readonly StoredUpload[] | undefined
  /** Stops at some node, so it is not part of the conversation. */
  isPart?: boolean | undefined
  /** A voice question is transcribed as part of the run and set with `hear`. */
  isSpoken?: boolean | undefined
}

export type OpenRun = LiveRun & {
  id: string
  /** The owner runs it from the canvas and may inspect the trace. */
  isTraced: boolean
  /** Sets the text of a spoken question, before the flow runs. */
  hear(question: string): void
  /** Aborted by `stop`, by the caller's disconnect, or by the timeout. */
  signal: AbortSignal
  stop(reason: AppError): void
  close(): void
}

export function createRunsService(deps: Deps) {
  const { store, newId, now, usage, messages, runTimeoutMs } = deps
  const open = new Map<string, OpenRun & { opening: Opening; row: RunRow }>()
  const history = createHistory({ store })
  const { get, watch, trace, before } = createRunReader({ store, history, open })

  /** Begins a run. Nothing is written before the first event that must be stored. */
  function begin(opening: Opening): OpenRun {
    const id = newId()
    const startedDate = now()
    const controller = new AbortController()
    const row = rowOf(id, opening, startedDate)
    let heard: string | undefined
    const publishQuestion = (tx: Writer) =>
      insertQuestion(tx, row, { ...opening, question: heard ?? opening.question })
    const live = createLiveRun({
      payer: { ...row, runId: id },
      isPart: opening.isPart ?? false,
      metering: usage,
      transaction: store.transaction,
      begin: (tx) => insertBeginning(tx, row, opening),
      finish: (tx, event, totals) =>
        opening.isSpoken && heard === undefined
          ? publishQuestion(tx).then(() => insertEnding(tx, row, opening, event, totals))
          : insertEnding(tx, row, opening, event, totals),
      storePage(tx, events) {
        const page = { runId: id, sequence: events[0]?.sequence ?? 0, events }
        return opening.isSpoken && events.some(({ event }) => event.type === 'run_started')
          ? publishQuestion(tx).then(() => rows.insertPage(tx, page))
          : rows.insertPage(tx, page)
      },
    })
    const clock = setTimeout(() => controller.abort(tooLong()), runTimeoutMs)
    const run = {
      ...live,
      id,
      isTraced: opening.chatType === 'INTERNAL',
      opening,
      row,
      signal: controller.signal,
      hear(question: string) {
        heard = question
      },
      stop: (reason: AppError) => controller.abort(reason),
      close() {
        clearTimeout(clock)
        open.delete(id)
      },
    }
    open.set(id, run)
    return run
  }

  async function insertBeginning(tx: Writer, row: RunRow, opening: Opening) {
    await rows.insertRun(tx, row)
    if (!opening.isSpoken) {
      await insertQuestion(tx, row, opening)
    }
  }

  async function insertQuestion(tx: Writer, row: RunRow, opening: Opening) {
    if (opening.isPart) {
      return
    }
    const { startedDate: createdDate } = row
    const question = { id: newId(), role: 'userMessage', content: opening.question, createdDate } as const
    const extras = opening.uploads?.length ? { fileUploads: [...opening.uploads] } : null
    await messages.insert(tx, { ...sharedOf(row, opening), ...question, extras })
  }

  async function insertEnding(tx: Writer, row: RunRow, opening: Opening, event: Ending, totals: Totals) {
    const { tokens, costMicro } = totals
    const createdDate = now()
    const state = endStates[event.type]
    const ended = await rows.endRun(tx, { id: row.id, state, tokens, costMicro, endedDate: createdDate })
    const content = event.type === 'run_failed' ? '' : event.text
    if (ended && !opening.isPart && (content !== '' || event.type === 'run_finished')) {
      const extras = event.type === 'run_finished' ? (event.extras ?? null) : null
      const answer = { id: opening.messageId, role: 'apiMessage', content, extras, createdDate } as const
      await messages.insert(tx, { ...sharedOf(row, opening), ...answer })
    }
  }

  /** Stops the user's own run; no effect when it has ended. */
  async function stop(userId: string, id: string) {
    const live = open.get(id)
    if (!live) {
      await get(userId, id)
      return
    }
    if (live.opening.userId !== userId) {
      rejectUnknown()
    }
    live.stop(stopped())
  }

  /** Stops all runs of a chat, for any caller: chat ids are unguessable, so knowing one is enough. */
  function stopChat(flowId: string, chatId: string) {
    for (const { opening, stop: end } of open.values()) {
      if (opening.flowId === flowId && opening.chatId === chatId) {
        end(stopped())
      }
    }
  }

  /** On shutdown, live runs are stopped and charged for what they have received. */
  async function stopAll() {
    const running = [...open.values()]
    for (const run of running) {
      run.stop(new AppError('UNAVAILABLE', 'The server is restarting. Try again in a moment.'))
    }
    while (open.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  const recovery = createRecovery({ ...deps, isOpen: (id) => open.has(id) })
  const totals = (userId: string, since: Date) => rows.listTotals(store.db, userId, since)
  const { list, costs } = history
  return {
    begin,
    get,
    list,
    trace,
    before,
    costs,
    filled: (flowId: string) => findFilledStores(store.db, flowId),
    watch,
    stop,
    stopChat,
    stopAll,
    totals,
    recover: recovery.recover,
  }
}

function rowOf(id: string, opening: Opening, startedDate: Date): RunRow {
  const { flowId, versionId, userId, chatId, sessionId, chatType } = opening
  const named = { id, flowId, versionId, userId, chatId, sessionId, chatType }
  return { ...named, state: 'running', tokens: 0, costMicro: 0, startedDate, endedDate: null }
}

type Ending = EventOf<'run_finished' | 'run_failed' | 'run_stopped'>

function sharedOf({ id: runId, ...row }: RunRow, opening: Opening) {
  const { flowId, userId, chatId, sessionId, chatType } = row
  const said = { memoryType: opening.memoryType ?? null, leadEmail: opening.leadEmail ?? null }
  return { flowId, userId, chatId, sessionId, chatType, ...said, extras: null, runId }
}

const endStates = { run_finished: 'finished', run_failed: 'failed', run_stopped: 'stopped' } as const

function stopped() {
  return new AppError('STOPPED', 'Stopped.')
}

function tooLong() {
  return new AppError('TIMED_OUT', 'The flow timed out and was stopped.')
}

export type RunsService = ReturnType<typeof createRunsService>
