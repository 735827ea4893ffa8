import { dialect } from '#server/db/dialect.ts'
import type { Store, Writer } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { countTokens, type EventOf, type RunEvent, type WaitAnswer } from '#shared/runs.ts'
import { closeOpenCalls, totalOf, type Usages } from './close-call.ts'
import type { Resumed } from './live-run.ts'
import * as rows from './runs.repository.ts'
import type { RunRow } from './runs.table.ts'

/** A process without a heartbeat for this long has died. */
const LEASE_MS = 15_000
/** A heartbeat older than this may belong to a process that was frozen and has lost its runs. */
const FRESH_MS = 10_000
const BATCH = 100
/** Takeovers of a run without any progress between them. More deaths in a row are no coincidence. */
const MAX_CLAIMS = 20
const POISONED =
  'The server stopped repeatedly while it worked on this step, so the run was ended. Check the size of its data.'

type Deps = {
  store: Store
  now: () => Date
  usage: Usages
  processId: string
  isOpen(id: string): boolean
  /** A question of the run has been answered, or it is ended instead. */
  onAnswered(tx: Writer, run: RunRow, answer?: WaitAnswer): Promise<void>
}

/** A run of an agent flow that this process may go on with: all of its events, and what its live run needs. */
export type Claimed = { row: RunRow; events: RunEvent[]; resumed: Resumed }

type Failure = Pick<EventOf<'run_failed'>, 'type' | 'message' | 'code'>

type Claims = { claimed: Claimed[]; errors: unknown[] }

type Answer = { waitId: string; answer: WaitAnswer; by: EventOf<'wait_answered'>['by'] }

/**
 * Takes over runs of agent flows. A claim writes the next number of the log, so a process that has lost its run cannot
 * store another event.
 */
export function createClaims({ store, now, usage, processId, isOpen, onAnswered }: Deps) {
  let seenAt = performance.now()

  /** Tells the other processes of a shared database server that this one lives. SQLite has one process. */
  async function beat() {
    if (dialect === 'postgres') {
      await store.transaction((tx) => rows.markSeen(tx, processId, now()))
      seenAt = performance.now()
    }
  }

  /** Before an effect. Throws UNAVAILABLE when this process was frozen and another one has taken over the run. */
  async function confirmLease(id: string) {
    if (dialect === 'postgres' && performance.now() - seenAt > FRESH_MS) {
      await beat()
      if ((await rows.listLost(store.db, [id], processId)).length > 0) {
        throw new AppError('UNAVAILABLE', 'This run was stopped.')
      }
    }
  }

  /** Claims the runs of processes that have died. */
  async function claimOrphans(): Promise<Claims> {
    const since = new Date(now().getTime() - LEASE_MS)
    const others = dialect === 'postgres' ? await rows.listAlive(store.db, since) : []
    const orphans = await rows.listOrphans(store.db, [processId, ...others], BATCH)
    const left = orphans.filter(({ id }) => !isOpen(id))
    return claimEach(left, (run) => store.transaction((tx) => claimOrphan(tx, run)))
  }

  /**
   * Gives the answer to a wait and claims its run. Throws CONFLICT with the state of the run when it waits for nothing,
   * or when somebody else has answered.
   */
  async function claimAnswered(run: RunRow, answer: Answer): Promise<Claimed> {
    return store.transaction(async (tx) => {
      const claimed = run.state === 'waiting' ? await claim(tx, run, reasonOf(answer.by), answer) : undefined
      return claimed ?? rejectAnswer((await rows.findRun(tx, run.id))?.state ?? run.state)
    })
  }

  /** Claims runs with a wait whose deadline has passed, with its default answer. */
  async function claimDue(): Promise<Claims> {
    return claimEach(await rows.listDueWaits(store.db, now(), BATCH), async ({ runId, id, wait }) => {
      const run = await rows.findRun(store.db, runId)
      const answer = {
        waitId: id,
        answer: { type: wait.fallback ?? 'reject' },
        by: { kind: 'deadline' },
      } as const
      // A person may have been faster.
      return run && claimAnswered(run, answer).catch(ignoreConflict)
    })
  }

  /** The last event of a claimed run that nobody goes on with. */
  async function end(
    tx: Writer,
    { row, resumed, events }: Claimed,
    ending: Failure | Pick<EventOf<'run_stopped'>, 'type' | 'text'>,
  ) {
    const { usage: used, tokens, costMicro } = resumed.totals
    const event: RunEvent = { ...ending, usage: used, costMicro, at: events.at(-1)?.at ?? 0 }
    const sequence = resumed.last + 1
    await rows.insertPage(tx, { runId: row.id, sequence, events: [{ sequence, event }] })
    const state = ending.type === 'run_failed' ? 'failed' : 'stopped'
    await rows.endRun(tx, { id: row.id, state, tokens, costMicro, endedDate: now() })
    await rows.deleteWaits(tx, row.id)
    await onAnswered(tx, row)
  }

  /**
   * Ends a run that another process works on. That process cannot store another event, and drops the run as soon as it
   * notices. Calls under way are charged as after a crash.
   */
  async function stopElsewhere(run: RunRow): Promise<void> {
    await store.transaction(async (tx) => {
      const claimed = await claim(tx, run, 'stop')
      await (claimed && end(tx, claimed, { type: 'run_stopped', text: '' }))
    })
  }

  async function claimOrphan(tx: Writer, run: RunRow): Promise<Claimed | undefined> {
    const claimed = await claim(tx, run, 'orphan')
    if (claimed && claimsWithoutProgress(claimed.events) >= MAX_CLAIMS) {
      await end(tx, claimed, { type: 'run_failed', message: POISONED, code: 'INTERNAL' })
      return undefined
    }
    return claimed
  }

  async function claim(
    tx: Writer,
    run: RunRow,
    reason: EventOf<'run_claimed'>['reason'],
    answered?: Answer,
  ): Promise<Claimed | undefined> {
    const row = await rows.claimRun(tx, run, processId)
    if (!row) {
      return undefined
    }
    if (answered && !(await rows.deleteWait(tx, run.id, answered.waitId))) {
      rejectAnswer('waiting')
    }
    await (answered && onAnswered(tx, run, answered.answer))
    const logged = (await rows.listPages(tx, run.id)).flatMap(({ events }) => events)
    const last = logged.at(-1)?.sequence ?? 0
    const past = logged.map(({ event }) => event)
    const at = Math.max(0, now().getTime() - run.startedDate.getTime())
    const added = await closeOpenCalls(tx, past, { run, at, usage })
    added.push({ type: 'run_claimed', at, processId, reason })
    if (answered) {
      added.push({ type: 'wait_answered', at, ...answered })
    }
    const events = added.map((event, index) => ({ sequence: last + 1 + index, event }))
    await rows.insertPage(tx, { runId: run.id, sequence: last + 1, events })
    const { usage: used, costMicro } = totalOf([...past, ...added])
    return {
      row,
      events: [...past, ...added],
      resumed: {
        last: last + added.length,
        totals: { usage: used, tokens: countTokens(used), costMicro },
        calls: past
          .filter((event) => event.type === 'model_called')
          .map(({ nodeId, paidBy }) => ({ nodeId, isPlatform: paidBy === 'platform' })),
        elapsedMs: at,
      },
    }
  }

  /** Leaves the run to the next process, without an ending. */
  async function release(id: string) {
    await store.transaction((tx) => rows.releaseRun(tx, id))
  }

  return {
    beat,
    confirmLease,
    claimOrphans,
    claimAnswered,
    release,
    stopElsewhere,
    listLost: (ids: readonly string[]) => rows.listLost(store.db, ids, processId),
    listElsewhere: (flowId: string, chatId: string) =>
      rows.listRunningOf(store.db, { flowId, chatId }, processId),
    claimDue,
    childWaits: () => rows.listChildWaits(store.db),
    waitsOf: (runId: string) => rows.listWaits(store.db, runId),
    newest: (flowId: string, sessionId: string) => rows.findNewest(store.db, flowId, sessionId),
    find: (id: string) => rows.findRun(store.db, id),
    storeDraft: (id: string, flowData: string) =>
      store.transaction((tx) => rows.insertDraft(tx, id, flowData)),
    draftOf: (versionId: string) => rows.findDraftOf(store.db, versionId),
    eventsOf: async (id: string) =>
      (await rows.listPages(store.db, id)).flatMap(({ events }) => events.map(({ event }) => event)),
  }
}

const progress: ReadonlySet<RunEvent['type']> = new Set([
  ...(['node_finished', 'item_finished', 'tool_finished', 'model_finished', 'wait_answered'] as const),
])

export function claimsWithoutProgress(events: readonly RunEvent[]): number {
  const since = events.findLastIndex(({ type }) => progress.has(type))
  return events.slice(since + 1).filter(({ type }) => type === 'run_claimed').length
}

/** One run that cannot be claimed does not hold up the others. */
async function claimEach<Item>(
  items: readonly Item[],
  claimOne: (item: Item) => Promise<Claimed | undefined>,
): Promise<Claims> {
  const claims: Claims = { claimed: [], errors: [] }
  for (const item of items) {
    try {
      const claimed = await claimOne(item)
      claims.claimed.push(...(claimed ? [claimed] : []))
    } catch (error) {
      claims.errors.push(error)
    }
  }
  return claims
}

function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'CONFLICT')) {
    throw error
  }
}

function reasonOf({ kind }: Answer['by']): 'answer' | 'deadline' | 'child' {
  return kind === 'deadline' ? 'deadline' : kind === 'run' ? 'child' : 'answer'
}

function rejectAnswer(state: string): never {
  throw new AppError('CONFLICT', `This run is not waiting for this answer. Its state is ${state}.`, {
    details: { state },
  })
}
