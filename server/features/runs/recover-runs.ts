import { dialect } from '#server/db/dialect.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import { countTokens } from '#shared/runs.ts'
import { closeOpenCalls, totalOf, type Usages } from './close-call.ts'
import * as rows from './runs.repository.ts'
import type { LoggedEvent, RunRow } from './runs.table.ts'

const BATCH = 100
const MESSAGE = 'The server was restarted while this answer was being written. Please ask again.'

type Deps = {
  store: Store
  now: () => Date
  usage: Usages
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
    const closed = await closeAll(() => rows.listRunning(store.db, { before, withOwned: isAlone }, BATCH))
    await store.transaction((tx) => wallet.expire(tx))
    return closed
  }

  /** Runs of one owner, which has died. */
  function recoverOf(owner: string) {
    return closeAll(() => rows.listRunningBy(store.db, owner, BATCH))
  }

  async function closeAll(list: () => Promise<RunRow[]>) {
    let closed = 0
    for (;;) {
      const found = await list()
      const left = found.filter(({ id }) => !isOpen(id))
      for (const run of left) {
        closed += await store.transaction((tx) => closeRun(tx, run))
      }
      if (found.length < BATCH) {
        return closed
      }
    }
  }

  async function closeRun(tx: Writer, run: RunRow) {
    const logged = (await rows.listPages(tx, run.id)).flatMap(({ events }) => events)
    const last = logged.at(-1)?.sequence ?? 0
    const past = logged.map(({ event }) => event)
    const totals = totalOf(past)
    const at = Math.max(0, now().getTime() - run.startedDate.getTime())
    const added = await closeOpenCalls(tx, past, { run, at, usage })
    const all = totalOf(added, totals)
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
    const first = last + 1
    const events: LoggedEvent[] = added.map((event, index) => ({ sequence: first + index, event }))
    await rows.insertPage(tx, { runId: run.id, sequence: first, events })
    return 1
  }

  return { recover, recoverOf }
}
