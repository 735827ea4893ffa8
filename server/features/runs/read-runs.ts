import { dialect } from '#server/db/dialect.ts'
import type { Store } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { isEnding } from '#shared/runs.ts'
import type { History } from './history.ts'
import type { LiveRun } from './live-run.ts'
import * as rows from './runs.repository.ts'
import type { LoggedEvent, RunLogRow, RunRow } from './runs.table.ts'

/** How often a run of another process is looked up. */
const LOOK_MS = 300
const FIRST_LOOKS = 5

type Live = LiveRun & { row: RunRow }

type Deps = {
  store: Store
  history: Pick<History, 'describe' | 'before'>
  open: ReadonlyMap<string, Live>
}

export function createRunReader({ store, history, open }: Deps) {
  /** Throws NOT_FOUND also for a run of another user. A run that has just begun may not be stored yet. */
  async function get(userId: string, id: string): Promise<RunRow> {
    const run = open.get(id)?.row ?? (await rows.findRun(store.db, id))
    return run?.userId === userId ? run : rejectUnknown()
  }

  /**
   * Events after a position: the stored ones, then new ones while the run is live. Rejects before the stream
   * starts.
   */
  async function watch(userId: string, id: string, after: number, signal: AbortSignal | undefined) {
    const row = await getBegun(userId, id)
    const live = open.get(id)
    if (live?.row.program) {
      return retellAndFollow(live, after, signal)
    }
    if (live) {
      return follow(live, after, signal)
    }
    return row.state === 'running' ? retellToEnd(id, after, signal) : retell(id, after)
  }

  /** A run that another process has just begun may not be stored yet. */
  async function getBegun(userId: string, id: string): Promise<RunRow> {
    for (let look = 1; dialect === 'postgres' && look < FIRST_LOOKS; look += 1) {
      if (open.has(id) || (await rows.findRun(store.db, id))) {
        break
      }
      await looked()
    }
    return get(userId, id)
  }

  /** Of a run of another process: what it stores. Tokens are not, so the text comes as a whole. */
  async function* retellToEnd(id: string, after: number, signal: AbortSignal | undefined) {
    let last = after
    for (let isOver = false; !isOver && !signal?.aborted; ) {
      isOver = (await rows.findRun(store.db, id))?.state !== 'running'
      for await (const logged of retell(id, last)) {
        last = logged.sequence
        yield logged
      }
      await (isOver || looked())
    }
  }

  /** A run of an agent flow may have been begun by another process, so its log comes first. */
  async function* retellAndFollow(live: Live, after: number, signal: AbortSignal | undefined) {
    let last = after
    for await (const logged of retell(live.row.id, after)) {
      last = logged.sequence
      yield logged
    }
    yield* follow(live, last, signal)
  }

  async function* retell(id: string, after: number) {
    const pages = await rows.listPages(store.db, id)
    yield* eventsIn(pages).filter(({ sequence }) => sequence > after)
  }

  async function trace(userId: string, id: string) {
    const row = await get(userId, id)
    const live = open.get(id)
    const stored = live && !live.row.program ? [] : eventsIn(await rows.listPages(store.db, id))
    const reported: LoggedEvent[] = []
    live?.watch(stored.at(-1)?.sequence ?? 0, (logged) => reported.push(logged))()
    const events = [...stored, ...reported]
    const [line] = await history.describe([row])
    return line ? { run: line, events } : rejectUnknown()
  }

  /** An earlier execution of the node, for comparison. Null when no recent run included it. */
  async function before(userId: string, id: string, nodeId: string) {
    const row = await get(userId, id)
    for (const earlier of await history.before(row)) {
      const reported = await trace(userId, earlier.id)
      if (reported.events.some(({ event }) => 'nodeId' in event && event.nodeId === nodeId)) {
        return reported
      }
    }
    return null
  }

  return { get, watch, trace, before }
}

function looked() {
  return new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS))
}

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
        if (isEnding(logged.event) || logged.event.type === 'run_waiting') {
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

/** Without the placeholders of rejected events. */
function eventsIn(pages: readonly RunLogRow[]): LoggedEvent[] {
  return pages.flatMap(({ events }) => events).filter(({ event }) => event.type !== 'discarded')
}

export function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This run does not exist.')
}
