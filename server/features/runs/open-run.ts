import { dialect } from '#server/db/dialect.ts'
import type { Store, Writer } from '#server/db/store.ts'
import { findViolation } from '#server/db/violation.ts'
import type { EmbeddedTexts } from '#server/engine/document-ports.ts'
import type { ProgramKind } from '#server/engine/program/program.ts'
import type { Entered, MessagesService } from '#server/features/messages/messages.service.ts'
import type { Permit, Permits } from '#server/features/takeover/permits.service.ts'
import type { UsageService } from '#server/features/usage/usage.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatType } from '#shared/chat.ts'
import { isSwitchable } from '#shared/conversations.ts'
import { AppError } from '#shared/errors.ts'
import type { EventOf, RunEvent } from '#shared/runs.ts'
import type { StoredUpload } from '#shared/uploads.ts'
import { activeMsOf } from './active-time.ts'
import type { Claimed } from './claim-run.ts'
import { createLiveRun, type LiveRun, type Resumed, type Totals } from './live-run.ts'
import type { createRunMessages, Ending, Written } from './run-messages.ts'
import * as rows from './runs.repository.ts'
import type { RunRow } from './runs.table.ts'
import { calledCost, createSpending, type Spending } from './spending.ts'

/** Limit of an agent run without its waits. */
const AGENT_RUN_MS = 60 * 60_000
/** Limit of an upsert: an attempt of its job, which goes on where this one ended. */
const UPSERT_RUN_MS = 12 * 60 * 60_000

/** Of all flows of an owner. */
const MAX_OPEN_WAITS = 10_000

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

/** Runs of this process. */
export type OpenedRuns = Map<string, OpenRun & { opening: Opening }>

export type RunOpenerDeps = {
  store: Store
  newId: NewId
  now: () => Date
  usage: UsageService
  messages: Pick<MessagesService, 'findConversation'>
  permits: Permits
  /** Limit of a chat run and of one step of an agent run. */
  runTimeoutMs: number
  /** Vectors paid for by an upsert. */
  storeEmbedded(tx: Writer, userId: string, embedded: EmbeddedTexts): Promise<void>
  opened: OpenedRuns
  conversation: ReturnType<typeof createRunMessages>
  processId: string
  /** Throws when another process has taken the agent run over. */
  confirmLease(id: string): Promise<void> | undefined
}

/** Begins runs and goes on with claimed ones: what is stored when, and what ends them early. */
export function createRunOpener({
  store,
  newId,
  now,
  usage,
  messages,
  permits,
  runTimeoutMs,
  storeEmbedded,
  opened,
  conversation,
  processId,
  confirmLease,
}: RunOpenerDeps) {
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
    const permit = permits.issue(isOutside ? undefined : row)
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
      storeEmbedded: (tx, embedded) => storeEmbedded(tx, row.userId, embedded),
      beforeEffect: () => (row.program ? confirmLease(id) : undefined),
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

  return { start, resume }
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

/** Ends the run like a stop of the visitor, who does not learn of it. */
function takenOver() {
  return new AppError('STOPPED', 'An operator answers in this conversation.')
}

const endStates = { run_finished: 'finished', run_failed: 'failed', run_stopped: 'stopped' } as const

function overTime(activeMs: number) {
  return new AppError('RUN_LIMIT', `The run has reached its limit of ${activeMs / 60_000} minutes.`)
}

function tooLong() {
  return new AppError('TIMED_OUT', 'The flow timed out and was stopped.')
}

/** Runs of questions that may be repeated have ids that follow from them. */
function rejectBegun(error: unknown): never {
  if (findViolation(error)?.rule === 'unique') {
    throw new AppError('CONFLICT', 'This question has been asked already.')
  }
  throw error
}
