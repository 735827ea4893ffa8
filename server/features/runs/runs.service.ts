import type { Store, Writer } from '#server/db/store.ts'
import type { EmbeddedTexts } from '#server/engine/document-ports.ts'
import type { ProgramKind } from '#server/engine/program/program.ts'
import { actionOf } from '#server/engine/program/wait-action.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { UsageService } from '#server/features/usage/usage.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatType } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import type { EventOf, RunEvent, WaitAnswer } from '#shared/runs.ts'
import type { StoredUpload } from '#shared/uploads.ts'
import { activeMsOf } from './active-time.ts'
import { type Claimed, createClaims } from './claim-run.ts'
import { createHistory } from './history.ts'
import { createLiveRun, type LiveRun, type Resumed, type Totals } from './live-run.ts'
import { createRunReader, rejectUnknown } from './read-runs.ts'
import { createRecovery } from './recover-runs.ts'
import { createLogRemoval } from './remove-logs.ts'
import * as rows from './runs.repository.ts'
import type { RunRow } from './runs.table.ts'
import { calledCost, costOf, createSpending, type Spending } from './spending.ts'
import { findUpsertedStores } from './upserted-stores.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  usage: UsageService
  messages: Pick<MessagesService, 'insert' | 'clearActions'>
  wallet: Parameters<typeof createRecovery>[0]['wallet']
  /** Limit of a chat run and of one step of an agent run. */
  runTimeoutMs: number
  logRetentionDays: number
  /** Vectors paid for by an upsert. */
  storeEmbedded(tx: Writer, userId: string, embedded: EmbeddedTexts): Promise<void>
}

/** Limit of an agent run without its waits. */
const AGENT_RUN_MS = 60 * 60_000
/** Limit of an upsert: an attempt of its job, which goes on where this one ended. */
const UPSERT_RUN_MS = 12 * 60 * 60_000

/** Of all flows of an owner. */
const MAX_OPEN_WAITS = 10_000

export type { Claimed } from './claim-run.ts'
export type { RunRow } from './runs.table.ts'
export type { Spending } from './spending.ts'

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
  /** A voice question is transcribed as part of the run and set with `setQuestion`. */
  isSpoken?: boolean | undefined
  /** Set for an agent flow, whose run goes on after a crash. */
  program?: ProgramKind | undefined
  /** An attempt of the job with this owner, which closes the run when the owner has died. */
  upsertBy?: string | undefined
  parentRunId?: string | undefined
  /** What the run that has called this one has spent, while it runs in this process. */
  caller?: Spending | undefined
  /** Set for a run called by a step of an agent flow. */
  id?: string | undefined
  /** Part of the transaction that begins the run: when it throws, the run has never been. */
  alongside?: Alongside | undefined
}

export type Alongside = (tx: Writer, begun: { runId: string; messageId: string }) => Promise<void>

export type Limits = {
  /** Holds included. */
  costMicro?: number | undefined
  /** Without the time in which the run waits. */
  activeMs?: number | undefined
}

export type OpenRun = LiveRun & {
  id: string
  row: RunRow
  /** Stored events of an agent run that this process has taken over. */
  earlier: readonly RunEvent[]
  /** The owner runs it from the canvas and may inspect the trace. */
  isTraced: boolean
  /** Sets the text of a spoken question, before the flow runs. */
  setQuestion(question: string): void
  /** Aborted by `stop`, by the caller's disconnect, or by the timeout. */
  signal: AbortSignal
  /** Sets the limits of its flow. The time before this process took the run over counts, its waits do not. */
  limitTo(limits: Limits): void
  stop(reason: AppError): void
  close(): void
}

export function createRunsService(deps: Deps) {
  const { store, newId, now, usage, messages, runTimeoutMs } = deps
  const opened = new Map<string, OpenRun & { opening: Opening; row: RunRow }>()
  /** New with every start, so that a process is never mistaken for the one before it. */
  const processId = newId()
  const history = createHistory({ store })
  const { get, watch, trace, before } = createRunReader({ store, history, open: opened })

  /** Begins a run. Nothing is written before the first event that must be stored. */
  function start(opening: Opening): OpenRun {
    const row = rowOf(opening.id ?? newId(), opening, now(), processId)
    return open(row, opening)
  }

  /** Goes on with a claimed run of an agent flow. */
  function resume({ row, events, resumed }: Claimed, messageId: string): OpenRun {
    const { flowId, versionId, userId, chatId, sessionId, chatType, program } = row
    const opening: Opening = {
      ...{ flowId, versionId, userId, chatId, sessionId, chatType, messageId },
      ...{ memoryType: undefined, question: '', leadEmail: undefined, program: program ?? undefined },
    }
    return open(row, opening, { resumed, events })
  }

  function open(
    row: RunRow,
    opening: Opening,
    past: { resumed?: Resumed; events: readonly RunEvent[] } = { events: [] },
  ): OpenRun {
    const { id } = row
    const controller = new AbortController()
    let transcribed: string | undefined
    const before = (past.resumed?.totals.costMicro ?? 0) + calledCost(past.events)
    const spending = createSpending(before, opening.caller)
    const publishQuestion = (tx: Writer) =>
      insertQuestion(tx, row, { ...opening, question: transcribed ?? opening.question })
    const live = createLiveRun({
      payer: { ...row, runId: id },
      isPart: opening.isPart ?? false,
      metering: usage,
      transaction: store.transaction,
      resumed: past.resumed,
      spending,
      storeEmbedded: (tx, embedded) => deps.storeEmbedded(tx, row.userId, embedded),
      beforeEffect: () => (row.program ? claims.confirmLease(id) : undefined),
      start: (tx) => insertBeginning(tx, row, opening),
      park: (tx, event, totals) => insertWaiting(tx, row, opening, event, totals),
      finish: (tx, event, totals) =>
        opening.isSpoken && transcribed === undefined
          ? publishQuestion(tx).then(() => insertEnding(tx, row, opening, event, totals))
          : insertEnding(tx, row, opening, event, totals),
      storePage(tx, events) {
        const page = { runId: id, sequence: events[0]?.sequence ?? 0, events }
        return opening.isSpoken && events.some(({ event }) => event.type === 'run_started')
          ? publishQuestion(tx).then(() => rows.insertPage(tx, page))
          : rows.insertPage(tx, page)
      },
    })
    const activeBefore = activeMsOf(past.events)
    const endAfter = (ms: number, reason: () => AppError) =>
      setTimeout(() => controller.abort(reason()), Math.max(0, ms - activeBefore))
    let clock = endAfter(limitOf(opening, runTimeoutMs), tooLong)
    const run = {
      ...live,
      id,
      earlier: past.events,
      isTraced: opening.chatType === 'INTERNAL',
      opening,
      row,
      signal: controller.signal,
      setQuestion(question: string) {
        transcribed = question
      },
      limitTo({ costMicro, activeMs }: Limits) {
        spending.limitTo(costMicro)
        if (activeMs !== undefined && opening.program) {
          clearTimeout(clock)
          clock = endAfter(activeMs, () => overTime(activeMs))
        }
      },
      stop: (reason: AppError) => controller.abort(reason),
      close() {
        clearTimeout(clock)
        opened.delete(id)
      },
    }
    opened.set(id, run)
    return run
  }

  async function insertBeginning(tx: Writer, row: RunRow, opening: Opening) {
    await rows.insertRun(tx, row)
    await opening.alongside?.(tx, { runId: row.id, messageId: opening.messageId })
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

  /** The person who is asked sees the question and its buttons in the conversation. */
  async function insertWaiting(
    tx: Writer,
    row: RunRow,
    opening: Opening,
    { waits }: EventOf<'run_waiting'>,
    { tokens, costMicro }: Totals,
  ) {
    const openedDate = now()
    if (await rows.hasWaits(tx, row.userId, MAX_OPEN_WAITS)) {
      throw new AppError(
        'RUN_LIMIT',
        `${MAX_OPEN_WAITS.toLocaleString('en')} runs of this account wait for an answer, which is the limit. Answer or stop some of them.`,
      )
    }
    await rows.parkRun(tx, { id: row.id, tokens, costMicro })
    await rows.insertWaits(tx, row, waits, openedDate)
    const [wait] = waits
    if (wait && !opening.isPart) {
      const extras = { action: actionOf(wait, row.program ?? undefined), executionId: row.id }
      const message = { id: opening.messageId, role: 'apiMessage', content: wait.text } as const
      await messages.insert(tx, { ...sharedOf(row, opening), ...message, extras, createdDate: openedDate })
    }
  }

  /** The buttons of the question go, and what the person has written becomes part of the conversation. */
  async function settleQuestion(tx: Writer, row: RunRow, { feedback }: Partial<WaitAnswer> = {}) {
    const cleared = await messages.clearActions(tx, row)
    if (cleared > 0 && feedback) {
      const { flowId, userId, chatId, sessionId, chatType, id: runId } = row
      await messages.insert(tx, {
        ...{ id: newId(), role: 'userMessage', content: feedback, createdDate: now() },
        ...{ flowId, userId, chatId, sessionId, chatType, runId },
        ...{ memoryType: null, leadEmail: null, extras: null },
      })
    }
  }

  async function insertEnding(tx: Writer, row: RunRow, opening: Opening, event: Ending, totals: Totals) {
    const { tokens, costMicro } = totals
    const createdDate = now()
    const state = endStates[event.type]
    const ended = await rows.endRun(tx, { id: row.id, state, tokens, costMicro, endedDate: createdDate })
    const content = event.type === 'run_failed' ? '' : event.text
    await (row.program && rows.deleteWaits(tx, row.id))
    if (ended && !opening.isPart && (content !== '' || event.type === 'run_finished')) {
      const extras = extrasOf(event, row)
      const answer = { id: opening.messageId, role: 'apiMessage', content, extras, createdDate } as const
      await messages.insert(tx, { ...sharedOf(row, opening), ...answer })
    }
  }

  /** Stops the user's own run; no effect when it has ended. */
  async function stop(userId: string, id: string) {
    const live = opened.get(id)
    if (!live) {
      const run = await get(userId, id)
      if (run.program && run.state === 'running') {
        await claims.stopElsewhere(run)
      }
      return
    }
    if (live.opening.userId !== userId) {
      rejectUnknown()
    }
    live.stop(stopped())
  }

  /** Stops all runs of a chat, for any caller: chat ids are unguessable, so knowing one is enough. */
  async function stopChat(flowId: string, chatId: string) {
    for (const { opening, stop: end } of opened.values()) {
      if (opening.flowId === flowId && opening.chatId === chatId) {
        end(stopped())
      }
    }
    for (const run of await claims.listElsewhere(flowId, chatId)) {
      await claims.stopElsewhere(run)
    }
  }

  /** Drops agent runs that another process has stopped or taken over, and aborts their calls. */
  async function dropLost() {
    const ids = [...opened.values()].flatMap(({ row }) => (row.program ? [row.id] : []))
    for (const id of ids.length === 0 ? [] : await claims.listLost(ids)) {
      opened.get(id)?.stop(new AppError('UNAVAILABLE', 'This run was stopped.'))
    }
  }

  /** On shutdown, live runs are stopped and charged for what they have received. */
  async function stopAll() {
    const running = [...opened.values()]
    for (const run of running) {
      run.stop(new AppError('UNAVAILABLE', 'The server is restarting. Try again in a moment.'))
    }
    while (opened.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  const isOpen = (id: string) => opened.has(id)
  const recovery = createRecovery({ ...deps, isOpen })
  const claims = createClaims({ ...deps, processId, isOpen, onAnswered: settleQuestion })
  const totals = (userId: string, since: Date) => rows.listTotals(store.db, userId, since)
  const { list, costs } = history
  return {
    start,
    get,
    list,
    trace,
    before,
    costs,
    upsertedStores: (flowId: string) => findUpsertedStores(store.db, flowId),
    watch,
    stop,
    stopChat,
    stopAll,
    dropLost,
    totals,
    recover: recovery.recover,
    recoverOf: recovery.recoverOf,
    removeOldLogs: createLogRemoval({ store, now, retentionDays: deps.logRetentionDays }).removeOldLogs,
    resume,
    processId,
    /** A step of an agent run ends before the holds of its calls do. */
    stepTimeoutMs: runTimeoutMs,
    costOf,
    ...claims,
  }
}

function rowOf(id: string, opening: Opening, startedDate: Date, processId: string): RunRow {
  const { flowId, versionId, userId, chatId, sessionId, chatType } = opening
  const named = { id, flowId, versionId, userId, chatId, sessionId, chatType }
  const { program = null, parentRunId = null, upsertBy = null } = opening
  const more = { program, owner: program ? processId : upsertBy, parentRunId, isPublic: null }
  return { ...named, ...more, state: 'running', tokens: 0, costMicro: 0, startedDate, endedDate: null }
}

function limitOf({ program, upsertBy }: Opening, runTimeoutMs: number) {
  return program ? AGENT_RUN_MS : upsertBy ? UPSERT_RUN_MS : runTimeoutMs
}

type Ending = EventOf<'run_finished' | 'run_failed' | 'run_stopped'>

function sharedOf({ id: runId, ...row }: RunRow, opening: Opening) {
  const { flowId, userId, chatId, sessionId, chatType } = row
  const details = { memoryType: opening.memoryType ?? null, leadEmail: opening.leadEmail ?? null }
  return { flowId, userId, chatId, sessionId, chatType, ...details, extras: null, runId }
}

function extrasOf(event: Ending, { id, program }: RunRow) {
  const found = event.type === 'run_finished' ? (event.extras ?? null) : null
  return program ? { ...found, executionId: id } : found
}

const endStates = { run_finished: 'finished', run_failed: 'failed', run_stopped: 'stopped' } as const

function stopped() {
  return new AppError('STOPPED', 'Stopped.')
}

function overTime(activeMs: number) {
  return new AppError('RUN_LIMIT', `The run has reached its limit of ${activeMs / 60_000} minutes.`)
}

function tooLong() {
  return new AppError('TIMED_OUT', 'The flow timed out and was stopped.')
}

export type RunsService = ReturnType<typeof createRunsService>
