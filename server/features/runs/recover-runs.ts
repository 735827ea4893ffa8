import { dialect } from '#server/db/dialect.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import { countTokens } from '#shared/runs.ts'
import { closeOpenCalls, totalOf, type Usages } from './close-call.ts'
import * as rows from './runs.repository.ts'
import type { LoggedEvent, RunRow } from './runs.table.ts'

const BATCH = 100
/** Longer than for agent runs: another process can go on with those, while these end. */
const DEAD_MS = 45_000
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
    // processes, so only the age of a run counts, or of the last sign of its process.
    const isAlone = atStart && dialect === 'sqlite'
    const before = new Date(now().getTime() + (isAlone ? 1 : -(runTimeoutMs + 60_000)))
    const deadSince = new Date(now().getTime() - DEAD_MS)
    const closed =
      (await closeAll(() => rows.listRunning(store.db, { before, withOwned: isAlone }, BATCH))) +
      (await closeAll(() => rows.listDead(store.db, { deadSince, begunBefore: before }, BATCH)))
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
        closed += await store.transaction((tx) => closeRun(tx, run)).catch(ignoreEnded)
      }
      if (left.length === 0 || found.length < BATCH) {
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
      throw new EndedMeanwhile()
    }
    const first = last + 1
    const events: LoggedEvent[] = added.map((event, index) => ({ sequence: first + index, event }))
    await rows.insertPage(tx, { runId: run.id, sequence: first, events })
    return 1
  }

  return { recover, recoverOf }
}

/** Another process was faster. What this one has written is rolled back. */
class EndedMeanwhile extends Error {}

function ignoreEnded(error: unknown) {
  if (!(error instanceof EndedMeanwhile)) {
    throw error
  }
  return 0
}
