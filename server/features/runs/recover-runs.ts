import { dialect } from '#server/db/dialect.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { UsageService } from '#server/features/usage/usage.service.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import { countsAnswer } from '#shared/counted-answers.ts'
import { addUsage, countTokens, type EventOf, noUsage, type RunEvent, type Usage } from '#shared/runs.ts'
import * as rows from './runs.repository.ts'
import type { LoggedEvent, RunRow } from './runs.table.ts'

const BATCH = 100
/** Pieces of text are numbered but not stored, so a reconnecting watcher may have seen numbers far beyond the log. */
const BEYOND_ALL_PIECES = 1_000_000_000
const MESSAGE = 'The server was restarted while this answer was being written. Please ask again.'

type Deps = {
  store: Store
  now: () => Date
  usage: Pick<UsageService, 'reopen' | 'close' | 'costOf'>
  wallet: Pick<WalletService, 'expire'>
  runTimeoutMs: number
  isOpen(id: string): boolean
}

/**
 * Closes runs left by a killed process. An unfinished model call is charged for its prompt alone, the only usage
 * known for certain: never nothing, never the whole hold.
 */
export function createRecovery({ store, now, usage, wallet, runTimeoutMs, isOpen }: Deps) {
  /** Runs at start, and regularly for processes that died elsewhere. Returns the number of closed runs. */
  async function recover({ atStart = false } = {}) {
    // SQLite has a single process, so at its start no run is live. A shared database server may have other
    // processes, so only age counts.
    const isAlone = atStart && dialect === 'sqlite'
    const before = new Date(now().getTime() + (isAlone ? 1 : -(runTimeoutMs + 60_000)))
    let closed = 0
    for (;;) {
      const found = await rows.listRunning(store.db, before, BATCH)
      const left = found.filter(({ id }) => !isOpen(id))
      for (const run of left) {
        closed += await store.transaction((tx) => closeRun(tx, run))
      }
      if (found.length < BATCH) {
        break
      }
    }
    await store.transaction((tx) => wallet.expire(tx))
    return closed
  }

  async function closeRun(tx: Writer, run: RunRow) {
    const logged = (await rows.listPages(tx, run.id)).flatMap(({ events }) => events)
    const begun = logged.at(-1)?.sequence ?? 0
    const calls = logged.map(({ event }) => event).filter((event) => event.type === 'model_called')
    const isPart = logged.some(({ event }) => event.type === 'run_started' && event.until !== undefined)
    const totals = totalOf(logged.map(({ event }) => event))
    const isAnswer = (call: (typeof calls)[number]) =>
      countsAnswer(call, calls.slice(0, calls.indexOf(call)), isPart)
    const added: RunEvent[] = []
    const at = Math.max(0, now().getTime() - run.startedDate.getTime())
    for (const call of calls.filter(({ callId }) => !hasEnded(logged, callId))) {
      added.push(await closeCall(tx, run, call, at, isAnswer(call)))
    }
    const all = added.reduce((sum, event) => add(sum, event), totals)
    added.push({ type: 'run_failed', at, message: MESSAGE, code: 'UNAVAILABLE', ...all })

    const ending = {
      id: run.id,
      state: 'failed',
      tokens: countTokens(all.usage),
      costMicro: all.costMicro,
    } as const
    const ended = await rows.endRun(tx, { ...ending, endedDate: now() })
    if (!ended) {
      throw new Error(`Run ${run.id} ended while it was being closed.`)
    }
    const first = begun + BEYOND_ALL_PIECES
    const events: LoggedEvent[] = added.map((event, index) => ({ sequence: first + index, event }))
    await rows.insertPage(tx, { runId: run.id, sequence: first, events })
    return 1
  }

  async function closeCall(
    tx: Writer,
    run: RunRow,
    call: EventOf<'model_called'>,
    at: number,
    isAnswer: boolean,
  ) {
    const payer = { ...run, runId: run.id }
    const open = await usage.reopen(tx, payer, call, isAnswer)
    const read = { ...noUsage, input: call.worstCase.input }
    const { callId, nodeId } = call
    const event = {
      type: 'model_stopped' as const,
      at,
      nodeId,
      callId,
      reason: 'cut' as const,
      text: '',
      usage: read,
      costMicro: usage.costOf(open, read),
    }
    await usage.close(tx, payer, open, event)
    return event
  }

  return { recover }
}

function hasEnded(logged: LoggedEvent[], callId: string) {
  return logged.some(
    ({ event }) =>
      (event.type === 'model_finished' || event.type === 'model_stopped') && event.callId === callId,
  )
}

type Total = { usage: Usage; costMicro: number }

function totalOf(events: RunEvent[]) {
  return events.reduce<Total>(add, { usage: noUsage, costMicro: 0 })
}

function add(total: Total, event: RunEvent): Total {
  if (event.type === 'model_finished') {
    return { usage: addUsage(total.usage, event.reply.usage), costMicro: total.costMicro + event.costMicro }
  }
  if (event.type === 'model_stopped') {
    return { usage: addUsage(total.usage, event.usage), costMicro: total.costMicro + event.costMicro }
  }
  return total
}
