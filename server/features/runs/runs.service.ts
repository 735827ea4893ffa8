import type { Store, Writer } from '#server/db/store.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { UsageService } from '#server/features/usage/usage.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatType } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import type { EventOf } from '#shared/runs.ts'
import type { StoredUpload } from '#shared/uploads.ts'
import { createHistory } from './history.ts'
import { createLiveRun, type LiveRun, type Totals } from './live-run.ts'
import { createRecovery } from './recover-runs.ts'
import * as rows from './runs.repository.ts'
import type { LoggedEvent, RunRow } from './runs.table.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  usage: UsageService
  messages: Pick<MessagesService, 'insert'>
  wallet: Parameters<typeof createRecovery>[0]['wallet']
  runTimeoutMs: number
}

/** A question about to be answered. */
export type Opening = {
  flowId: string
  versionId: string
  /** The flow's owner, who pays. */
  userId: string
  chatId: string
  sessionId: string
  chatType: ChatType
  memoryType: string | undefined
  question: string
  leadEmail: string | undefined
  messageId: string
  /** What came with the question. */
  uploads?: readonly StoredUpload[] | undefined
  /** It goes no further than some node: that is no part of the conversation. */
  isPart?: boolean | undefined
}

export type OpenRun = LiveRun & {
  id: string
  /** Somebody builds the flow and will want to look into it. */
  isTraced: boolean
  /** Aborted by `stop`, by the caller's going away, or by the clock. */
  signal: AbortSignal
  stop(reason: AppError): void
  /** Takes it off the list of those that can be stopped and watched live. */
  close(): void
}

/** Executions of flows and their logs. */
export function createRunsService(deps: Deps) {
  const { store, newId, now, usage, messages, runTimeoutMs } = deps
  const open = new Map<string, OpenRun & { opening: Opening; row: RunRow }>()

  /** Begins a run. Nothing is written before its first event that must be. */
  function begin(opening: Opening): OpenRun {
    const id = newId()
    const startedDate = now()
    const controller = new AbortController()
    const row = rowOf(id, opening, startedDate)
    const live = createLiveRun({
      payer: { ...row, runId: id },
      metering: usage,
      transaction: store.transaction,
      begin: (tx) => insertBeginning(tx, row, opening),
      finish: (tx, event, totals) => insertEnding(tx, row, opening, event, totals),
      storePage: (tx, events) =>
        rows.insertPage(tx, { runId: id, sequence: events[0]?.sequence ?? 0, events }),
    })
    const clock = setTimeout(() => controller.abort(tooLong()), runTimeoutMs)
    const run = {
      ...live,
      id,
      isTraced: opening.chatType === 'INTERNAL',
      opening,
      row,
      signal: controller.signal,
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

  /** NOT_FOUND also for another's run. One that has just begun may not be stored yet. */
  async function get(userId: string, id: string): Promise<RunRow> {
    const run = open.get(id)?.row ?? (await rows.findRun(store.db, id))
    return run?.userId === userId ? run : refuseUnknown()
  }

  /** Everything after a place in a run: what is stored, and of a run that goes on, what comes. Throws before it begins. */
  async function watch(userId: string, id: string, after: number, signal: AbortSignal | undefined) {
    const live = open.get(id)
    await get(userId, id)
    return live ? follow(live, after, signal) : retell(id, after)
  }

  async function* retell(id: string, after: number) {
    const pages = await rows.listPages(store.db, id)
    yield* pages.flatMap(({ events }) => events).filter(({ sequence }) => sequence > after)
  }

  /** All that is known of a run of one's own, from its beginning; of one that goes on, what has been told so far. */
  async function trace(userId: string, id: string) {
    const row = await get(userId, id)
    const told: LoggedEvent[] = []
    open.get(id)?.watch(0, (logged) => told.push(logged))()
    const pages = told.length > 0 ? [] : await rows.listPages(store.db, id)
    const events = [...told, ...pages.flatMap(({ events }) => events)]
    const [line] = await history.describe([row])
    return line ? { run: line, events } : refuseUnknown()
  }

  /** Stops a run of one's own; harmless when it has ended. */
  async function stop(userId: string, id: string) {
    const live = open.get(id)
    if (!live) {
      await get(userId, id)
      return
    }
    if (live.opening.userId !== userId) {
      refuseUnknown()
    }
    live.stop(stopped())
  }

  /** Stops all that answer one chat, whoever asks: who knows its id is in it (facts/rest-table.md R7). */
  function stopChat(flowId: string, chatId: string) {
    for (const { opening, stop: end } of open.values()) {
      if (opening.flowId === flowId && opening.chatId === chatId) {
        end(stopped())
      }
    }
  }

  /** Before the process ends: what still runs is stopped and paid for what it received. */
  async function stopAll() {
    const running = [...open.values()]
    for (const run of running) {
      run.stop(new AppError('UNAVAILABLE', 'The server is being restarted. Please ask again in a moment.'))
    }
    while (open.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  const history = createHistory({ store })
  const recovery = createRecovery({ ...deps, isOpen: (id) => open.has(id) })
  const totals = (userId: string, since: Date) => rows.listTotals(store.db, userId, since)
  const { list, costs } = history
  return { begin, get, list, trace, costs, watch, stop, stopChat, stopAll, totals, recover: recovery.recover }
}

function rowOf(id: string, opening: Opening, startedDate: Date): RunRow {
  const { flowId, versionId, userId, chatId, sessionId, chatType } = opening
  const named = { id, flowId, versionId, userId, chatId, sessionId, chatType }
  return { ...named, state: 'running', tokens: 0, costMicro: 0, startedDate, endedDate: null }
}

type Ending = EventOf<'run_finished' | 'run_failed' | 'run_stopped'>

/** What question and answer of a run have in common. */
function sharedOf({ id: runId, ...row }: RunRow, opening: Opening) {
  const { flowId, userId, chatId, sessionId, chatType } = row
  const said = { memoryType: opening.memoryType ?? null, leadEmail: opening.leadEmail ?? null }
  return { flowId, userId, chatId, sessionId, chatType, ...said, extras: null, runId }
}

const endStates = { run_finished: 'finished', run_failed: 'failed', run_stopped: 'stopped' } as const

async function* follow(live: LiveRun, after: number, signal: AbortSignal | undefined) {
  const waiting: LoggedEvent[] = []
  let wake = () => undefined as void
  const leave = live.watch(after, (logged) => {
    waiting.push(logged)
    wake()
  })
  signal?.addEventListener('abort', () => wake())
  try {
    for (;;) {
      while (waiting.length > 0) {
        const logged = waiting.shift() as LoggedEvent
        yield logged
        if (logged.event.type in endStates) {
          return
        }
      }
      if (signal?.aborted) {
        return
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    leave()
  }
}

function stopped() {
  return new AppError('STOPPED', 'Stopped.')
}

function tooLong() {
  return new AppError('TIMED_OUT', 'The flow took too long to answer and was stopped.')
}

function refuseUnknown(): never {
  throw new AppError('NOT_FOUND', 'This run does not exist.')
}

export type RunsService = ReturnType<typeof createRunsService>
