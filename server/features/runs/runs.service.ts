import type { Bus } from '#server/bus/bus.ts'
import { dialect } from '#server/db/dialect.ts'
import type { Store, Writer } from '#server/db/store.ts'
import { findViolation } from '#server/db/violation.ts'
import type { EmbeddedTexts } from '#server/engine/document-ports.ts'
import type { ProgramKind } from '#server/engine/program/program.ts'
import type { Entered, MessagesService } from '#server/features/messages/messages.service.ts'
import type { Permit, Permits } from '#server/features/takeover/permits.service.ts'
import type { UsageService } from '#server/features/usage/usage.service.ts'
import type { NewId } from '#server/ids.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import type { ChatType } from '#shared/chat.ts'
import { isSwitchable } from '#shared/conversations.ts'
import { AppError } from '#shared/errors.ts'
import type { EventOf, RunEvent } from '#shared/runs.ts'
import type { StoredUpload } from '#shared/uploads.ts'
import { activeMsOf } from './active-time.ts'
import { type Claimed, createClaims } from './claim-run.ts'
import { createHistory } from './history.ts'
import { createLiveRun, type LiveRun, type Resumed, type Totals } from './live-run.ts'
import { createRunReader, rejectUnknown } from './read-runs.ts'
import { createRecovery } from './recover-runs.ts'
import { createLogRemoval } from './remove-logs.ts'
import { createRunMessages, type Ending, type Written } from './run-messages.ts'
import * as rows from './runs.repository.ts'
import type { RunRow } from './runs.table.ts'
import { calledCost, costOf, createSpending, type Spending } from './spending.ts'
import { findUpsertedStores } from './upserted-stores.ts'

type StopOf = { runId: string | null }

type Deps = {
  store: Store
  bus: Bus<LiveEvent>
  newId: NewId
  now: () => Date
  usage: UsageService
  messages: Pick<
    MessagesService,
    | 'insertQuestion'
    | 'findQuestion'
    | 'insertAnswer'
    | 'insertCut'
    | 'addCost'
    | 'clearActions'
    | 'findConversation'
  >
  permits: Permits
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
  /** Where the question comes from. */
  platform?: string | undefined
  /** The id of the message, if the caller may repeat the question. */
  questionId?: string | undefined
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
  /** Aborted by `stop`, by the caller's disconnect, by the timeout, or when an operator turns AI off. */
  signal: AbortSignal
  permit: Permit
  /** Reads whether AI may answer in the conversation, before anything of the answer exists. */
  enter(): Promise<boolean>
  /** Notes a piece of the answer that has left for the visitor. */
  sent(text: string): void
  /** What has left for the visitor before an operator turned AI off; undefined otherwise. */
  cutText(): string | undefined
  /** Stores the question alone, for an operator to answer. */
  leaveToOperator(): Promise<void>
  /** The answer is not part of the conversation, because an operator has overtaken it. */
  isWithheld(): boolean
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
  const conversation = createRunMessages({ messages, newId, now })
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
    requested: Opening,
    past: { resumed?: Resumed; events: readonly RunEvent[] } = { events: [] },
  ): OpenRun {
    const { id } = row
    // An evaluation is no conversation with anybody.
    const opening = row.chatType === 'EVALUATION' ? { ...requested, isPart: true } : requested
    const controller = new AbortController()
    const isOutside = opening.isPart || opening.upsertBy !== undefined
    const permit = deps.permits.issue(isOutside ? undefined : row)
    permit.onRevoked(() => controller.abort(takenOver()))
    let transcribed: string | undefined
    let sent = ''
    const before = (past.resumed?.totals.costMicro ?? 0) + calledCost(past.events)
    const spending = createSpending(before, opening.caller)
    const insertSpoken = async (tx: Writer) => {
      const entered = await conversation.insertQuestion(tx, row, {
        ...opening,
        question: transcribed ?? opening.question,
      })
      begin(entered)
    }
    /** A switch since `enter` stops the run: it has just begun. */
    function begin(entered: Entered | undefined) {
      if (entered) {
        permit.begin(entered)
      }
      if (permit.isRevoked()) {
        controller.abort(takenOver())
      }
    }
    const live = createLiveRun({
      payer: { ...row, runId: id },
      isPart: opening.isPart ?? false,
      isPromised: row.program !== null || opening.alongside !== undefined,
      metering: usage,
      transaction: (work, priority) => permit.around(() => store.transaction(work, priority)),
      resumed: past.resumed,
      spending,
      storeEmbedded: (tx, embedded) => deps.storeEmbedded(tx, row.userId, embedded),
      beforeEffect: () => (row.program ? claims.confirmLease(id) : undefined),
      start: async (tx) => begin(await insertBeginning(tx, row, opening)),
      park: (tx, event, totals) => insertWaiting(tx, { row, opening, permit }, event, totals),
      finish: async (tx, event, totals) => {
        await (opening.isSpoken && transcribed === undefined && insertSpoken(tx))
        await insertEnding(tx, { row, opening, permit }, event, totals)
      },
      async storePage(tx, events) {
        await (opening.isSpoken &&
          events.some(({ event }) => event.type === 'run_started') &&
          insertSpoken(tx))
        await rows.insertPage(tx, { runId: id, sequence: events[0]?.sequence ?? 0, events })
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
      isTraced: opening.chatType === 'INTERNAL' || opening.chatType === 'EVALUATION',
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
      permit,
      isWithheld: () => !isOutside && !permit.isStored(),
      async enter() {
        const found = isOutside ? undefined : await messages.findConversation(store.db, row)
        if (found) {
          // Operators take part in conversations with visitors alone.
          permit.begin({ ...found, isAiOff: found.isAiOff && isSwitchable(row) })
        }
        return !permit.isRevoked()
      },
      sent(text: string) {
        sent += text
      },
      cutText: () => (permit.isRevoked() ? sent : undefined),
      async leaveToOperator() {
        await store.transaction((tx) => conversation.insertQuestion(tx, { ...row, id: null }, opening))
        run.close()
      },
      close() {
        clearTimeout(clock)
        permit.close()
        opened.delete(id)
      },
    }
    opened.set(id, run)
    return run
  }

  async function insertBeginning(tx: Writer, row: RunRow, opening: Opening) {
    await rows.insertRun(tx, row).catch(rejectBegun)
    await opening.alongside?.(tx, { runId: row.id, messageId: opening.messageId })
    return opening.isSpoken ? undefined : conversation.insertQuestion(tx, row, opening)
  }

  async function insertWaiting(
    tx: Writer,
    written: Written,
    { waits }: EventOf<'run_waiting'>,
    { tokens, costMicro }: Totals,
  ) {
    const { row } = written
    const openedDate = now()
    if (await rows.hasWaits(tx, row.userId, MAX_OPEN_WAITS)) {
      throw new AppError(
        'RUN_LIMIT',
        `${MAX_OPEN_WAITS.toLocaleString('en')} runs of this account wait for an answer, which is the limit. Answer or stop some of them.`,
      )
    }
    await rows.parkRun(tx, { id: row.id, tokens, costMicro })
    await rows.insertWaits(tx, row, waits, openedDate)
    await (waits[0] && conversation.insertWait(tx, written, waits[0]))
  }

  async function insertEnding(tx: Writer, written: Written, event: Ending, { tokens, costMicro }: Totals) {
    const { row } = written
    const endedDate = now()
    const state = endStates[event.type]
    const ended = await rows.endRun(tx, { id: row.id, state, tokens, costMicro, endedDate })
    await (row.program && rows.deleteWaits(tx, row.id))
    await (ended && conversation.insertEnding(tx, written, event, { costMicro, endedDate }))
  }

  /** Stops the user's own run; no effect when it has ended. */
  async function stop(userId: string, id: string) {
    const live = opened.get(id)
    if (!live) {
      const run = await get(userId, id)
      if (run.state === 'running') {
        await stopElsewhere(run)
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
    await publishStop({ flowId, chatId, runId: null })
    for (const run of await claims.listElsewhere(flowId, chatId)) {
      await claims.stopElsewhere(run)
    }
  }

  /** An agent run is ended in the database. The process of any other run keeps what it has received, and ends it. */
  function stopElsewhere(run: RunRow) {
    return run.program ? claims.stopElsewhere(run) : publishStop({ ...run, runId: run.id })
  }

  async function publishStop({ flowId, chatId, runId }: Pick<RunRow, 'flowId' | 'chatId'> & StopOf) {
    await deps.bus.publish({ type: 'stop', flowId, chatId, runId }).catch((cause: unknown) => {
      throw new AppError('UNAVAILABLE', 'The other servers could not be reached. Try again in a moment.', {
        cause,
      })
    })
  }

  deps.bus.subscribe((event) => {
    if (event.type !== 'stop') {
      return
    }
    for (const { id, row, stop: end } of opened.values()) {
      const isMeant = event.runId === null || event.runId === id
      if (isMeant && row.flowId === event.flowId && row.chatId === event.chatId) {
        end(stopped())
      }
    }
  })

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

  /** Closes runs that nobody goes on with: those of dead processes, and of this one after an error. */
  async function recover(options?: Parameters<typeof recovery.recover>[0]) {
    // Known, so that the runs of this process are not taken for those of a job.
    await claims.beat()
    return recovery.recover(options)
  }

  const isOpen = (id: string) => opened.has(id)
  const recovery = createRecovery({ ...deps, isOpen })
  const claims = createClaims({ ...deps, processId, isOpen, onAnswered: conversation.settleQuestion })
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
    /** Runs that this process executes. */
    countOpen: () => opened.size,
    recover,
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
  // Of several processes, the others close a run whose process has died.
  const isOwned = program !== null || dialect === 'postgres'
  const more = { program, owner: upsertBy ?? (isOwned ? processId : null), parentRunId, isPublic: null }
  return { ...named, ...more, state: 'running', tokens: 0, costMicro: 0, startedDate, endedDate: null }
}

function limitOf({ program, upsertBy, chatType }: Opening, runTimeoutMs: number) {
  const isUpsert = upsertBy !== undefined && chatType !== 'EVALUATION'
  return program ? AGENT_RUN_MS : isUpsert ? UPSERT_RUN_MS : runTimeoutMs
}

/** Ends the run like a stop of the visitor, but the visitor is not told so. */
function takenOver() {
  return new AppError('STOPPED', 'An operator answers in this conversation.')
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

/** Runs of questions that may be repeated have ids that follow from them. */
function rejectBegun(error: unknown): never {
  if (findViolation(error)?.rule === 'unique') {
    throw new AppError('CONFLICT', 'This question has been asked already.')
  }
  throw error
}
