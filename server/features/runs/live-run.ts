import type { Store, Writer } from '#server/db/store.ts'
import type { EmbeddedTexts } from '#server/engine/document-ports.ts'
import type { Report, RunLog } from '#server/engine/run-log.ts'
import type { OpenCall, Payer } from '#server/features/usage/usage.service.ts'
import { observeRun } from '#server/telemetry/observe-run.ts'
import { countsAnswer } from '#shared/counted-answers.ts'
import {
  addUsage,
  countTokens,
  type EventOf,
  isEnding,
  noUsage,
  type RunEvent,
  type Usage,
} from '#shared/runs.ts'
import type { LoggedEvent } from './runs.table.ts'
import type { Spending } from './spending.ts'

type Metering = {
  open(
    tx: Writer,
    payer: Payer,
    event: Omit<EventOf<'model_called'>, 'at'>,
    place: { isAnswer: boolean; bearsFee: boolean },
  ): Promise<OpenCall>
  costOf(call: OpenCall, usage: Usage, isRejected?: boolean): number
  close(
    tx: Writer,
    payer: Payer,
    call: OpenCall,
    event: EventOf<'model_finished'> | EventOf<'model_stopped'>,
  ): Promise<void>
}

type Deps = {
  payer: Payer
  isPart: boolean
  metering: Metering
  transaction: Store['transaction']
  /** Writes the rows before the first event: the run and its question. */
  start(tx: Writer): Promise<void>
  /** Appends the final event and the answer. False when the run was already ended elsewhere. */
  finish(
    tx: Writer,
    event: EventOf<'run_finished' | 'run_failed' | 'run_stopped'>,
    totals: Totals,
  ): Promise<void>
  storePage(tx: Writer, page: LoggedEvent[]): Promise<void>
  /** Parks the run with its waits. */
  park(tx: Writer, event: EventOf<'run_waiting'>, totals: Totals): Promise<void>
  /** The vectors of a finished call. */
  storeEmbedded(tx: Writer, embedded: EmbeddedTexts): Promise<void>
  spending: Spending
  /** Awaited between the record of a tool call and the call. May throw. */
  beforeEffect(): Promise<void> | undefined
  /** Others rely on the run's beginning, so it must survive a power failure. */
  isPromised: boolean
  /** Set for a run that another process has begun. */
  resumed?: Resumed | undefined
}

export type Resumed = {
  /** Number of the last stored event. */
  last: number
  totals: Totals
  /** Calls of the run so far, which decide about the fee and the count of answers. */
  calls: readonly EarlierCall[]
  /** Milliseconds since the run began. */
  elapsedMs: number
}
type Alongside = (tx: Writer) => Promise<void>
type EarlierCall = { nodeId: string; isPlatform: boolean }

export type Totals = { usage: Usage; tokens: number; costMicro: number }
type Watcher = (event: LoggedEvent) => void

/** Never stored one by one: `model_finished` contains the whole reply. */
const passing: ReadonlySet<RunEvent['type']> = new Set(['token', 'thinking'])

/** Pieces of text between two stored events that have a number of their own. */
const MAX_PIECES = 1_000_000

/**
 * A running run: numbers, times and prices its events, stores them in pages and notifies watchers. Storing,
 * holding money and charging for a page are one transaction, so the log and the ledger never disagree.
 */
export function createLiveRun(deps: Deps) {
  const { payer, isPart, metering, transaction, start, finish, storePage, park, resumed, spending } = deps
  const started = performance.now() - (resumed?.elapsedMs ?? 0)
  const reported: LoggedEvent[] = []
  const observe = observeRun(payer.runId)
  const calls = new Map<string, OpenCall>()
  const watchers = new Set<Watcher>()
  const totals: Totals = resumed?.totals ?? { usage: noUsage, tokens: 0, costMicro: 0 }
  const earlier = resumed?.calls ?? []
  /** Holds of calls under way, by call. */
  const held = new Map<string, number>()
  let waiting: LoggedEvent[] = []
  let sequence = resumed?.last ?? 0
  let pieces = 0
  let isStarted = resumed !== undefined
  let storing: Promise<void> = Promise.resolve()
  let isScheduled = false

  /** Stored events are numbered without gaps: two processes cannot both write the next number. */
  function number(event: RunEvent): LoggedEvent {
    if (passing.has(event.type)) {
      pieces += 1
      return { sequence: sequence + Math.min(pieces, MAX_PIECES) / (MAX_PIECES + 1), event }
    }
    sequence += 1
    pieces = 0
    return { sequence, event }
  }

  function notify(logged: LoggedEvent) {
    reported.push(logged)
    observe(logged.event)
    for (const watcher of watchers) {
      watcher(logged)
    }
  }

  function note(report: Report) {
    const logged = number(complete(report))
    notify(logged)
    if (!passing.has(logged.event.type)) {
      waiting.push(logged)
      schedule()
    }
  }

  // A page that could not be stored stays queued; the next append tries again and throws the reason.
  function schedule() {
    if (!isScheduled) {
      isScheduled = true
      setImmediate(() => {
        isScheduled = false
        store().catch(() => undefined)
      })
    }
  }

  /** A model call or the run's end is stored before any watcher receives it. */
  async function append(report: Report) {
    const event = complete(report)
    await store(event)
    if (event.type === 'tool_called') {
      await deps.beforeEffect()
    }
  }

  const appendEmbedded = (report: Report, embedded: EmbeddedTexts) =>
    store(complete(report), (tx) => deps.storeEmbedded(tx, embedded))

  function store(last?: RunEvent, alongside?: Alongside) {
    const stored = storing.then(() => storeNow(last, alongside))
    storing = stored.catch(() => undefined)
    return stored
  }

  async function storeNow(last?: RunEvent, alongside?: Alongside) {
    if (waiting.length === 0 && !last) {
      return
    }
    const page = waiting
    const logged = last ? [number(last)] : []
    waiting = []
    try {
      await commit([...page, ...logged], alongside)
    } catch (error) {
      waiting = [...page, ...logged.map(discarded), ...waiting]
      throw error
    }
    logged.forEach(notify)
  }

  async function commit(page: LoggedEvent[], alongside?: Alongside) {
    const opened = await transaction(async (tx) => {
      await alongside?.(tx)
      return write(tx, page)
    }, priorityOf(page))
    isStarted = true
    for (const call of opened) {
      calls.set(call.callId, call)
      held.set(call.callId, call.hold?.amountMicro ?? 0)
      spending.hold(call.hold?.amountMicro ?? 0)
    }
  }

  /** A model call waits for its commit, but not for the disk: its hold promises nothing to anybody yet. */
  function priorityOf(page: LoggedEvent[]) {
    if (page.at(-1)?.event.type !== 'model_called') {
      return 'deferred'
    }
    return isStarted || !deps.isPromised ? 'early' : undefined
  }

  async function write(tx: Writer, page: LoggedEvent[]) {
    const opened: OpenCall[] = []
    if (!isStarted) {
      await start(tx)
    }
    for (const { event } of page) {
      if (event.type === 'model_called') {
        opened.push(await openCall(tx, event, opened))
      } else {
        const settling = settle(tx, event)
        // Most events have nothing to settle, and each await costs a turn.
        if (settling) {
          await settling
        }
      }
    }
    await storePage(tx, page)
    return opened
  }

  async function openCall(tx: Writer, event: EventOf<'model_called'>, opened: readonly OpenCall[]) {
    const known = [...earlier, ...[...calls.values(), ...opened].map(toEarlier)]
    const isAnswer = countsAnswer(event, known, isPart)
    // Platform-paid calls (a search, an embedding) may come first. The fee applies to calls with the owner's own key.
    const bearsFee = event.paidBy === 'owner' && !known.some(({ isPlatform }) => !isPlatform)
    const call = await metering.open(tx, payer, event, { isAnswer, bearsFee })
    const pending = opened.reduce((sum, { hold }) => sum + (hold?.amountMicro ?? 0), 0)
    // The hold is undone with the transaction.
    if (call.hold) {
      spending.requireWithin(pending + call.hold.amountMicro, call.nodeId)
    }
    return call
  }

  function settle(tx: Writer, event: RunEvent): Promise<void> | undefined {
    if (event.type === 'model_finished' || event.type === 'model_stopped') {
      const call = calls.get(event.callId)
      return call && metering.close(tx, payer, call, event)
    }
    if (event.type === 'run_waiting') {
      return park(tx, event, totals)
    }
    return isEnding(event) ? finish(tx, event, totals) : undefined
  }

  function complete(report: Report): RunEvent {
    const at = Math.round(performance.now() - started)
    if (report.type === 'model_finished' || report.type === 'model_stopped') {
      return { ...report, at, costMicro: count(report) }
    }
    if (report.type === 'run_finished' || report.type === 'run_failed' || report.type === 'run_stopped') {
      return { ...report, at, costMicro: totals.costMicro }
    }
    return { ...report, at }
  }

  function count(report: Extract<Report, { type: 'model_finished' | 'model_stopped' }>) {
    const usage = report.type === 'model_finished' ? report.reply.usage : report.usage
    const call = calls.get(report.callId)
    const isRejected = report.type === 'model_stopped' && report.reason === 'refused'
    const costMicro = call ? metering.costOf(call, usage, isRejected) : 0
    totals.usage = addUsage(totals.usage, usage)
    totals.tokens += countTokens(usage)
    totals.costMicro += costMicro
    spending.settle(held.get(report.callId) ?? 0, costMicro)
    held.delete(report.callId)
    return costMicro
  }

  /** Replays the events after `after`, then streams new ones. Returns an unsubscribe function. */
  function watch(after: number, watcher: Watcher) {
    for (const logged of reported) {
      if (logged.sequence > after) {
        watcher(logged)
      }
    }
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }

  const log: RunLog = { past: [], note, append, appendEmbedded }
  return { log, watch, totals, spending, settled: () => storing }
}

/** The number of a rejected event is taken by a placeholder. */
function discarded({ sequence, event: { at } }: LoggedEvent): LoggedEvent {
  return { sequence, event: { type: 'discarded', at } }
}

function toEarlier({ nodeId, price }: OpenCall): EarlierCall {
  return { nodeId, isPlatform: price !== null }
}

export type LiveRun = ReturnType<typeof createLiveRun>
