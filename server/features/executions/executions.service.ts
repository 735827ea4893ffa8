import type { Store } from '#server/db/store.ts'
import { executedItems, executionStateOf } from '#server/engine/program/executed-items.ts'
import { actionOf } from '#server/engine/program/wait-action.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { RunRow } from '#server/features/runs/runs.table.ts'
import { AppError } from '#shared/errors.ts'
import type { Pause } from '#shared/executions.ts'
import { type EventOf, isEnding, noUsage, type RunEvent, type RunState, runStates } from '#shared/runs.ts'
import * as rows from './executions.repository.ts'
import type { StripExecution } from './strip-execution.ts'
import { visitsOf } from './visits.ts'

const SHOWN = 200
/** A stopped step ends within its own timeout at the latest; a caller is notified earlier. */
const STOPPING_MS = 10_000

type Deps = {
  store: Store
  now: () => Date
  runs: Pick<RunsService, 'trace' | 'stop' | 'watch' | 'waitsOf'>
  strip: StripExecution
  messages: Pick<MessagesService, 'clearActions'>
}

type Filter = Omit<rows.Filter, 'userId'>
type Events = readonly RunEvent[]

/** Runs of agent flows as their owner sees them. Executions of other users throw NOT_FOUND. */
export function createExecutionsService({ store, now, runs, strip, messages }: Deps) {
  async function findOwn(userId: string, id: string) {
    const found = await rows.findExecution(store.db, id)
    return found?.run.userId === userId ? found : rejectUnknown()
  }

  /** In the shape of Flowise, newest first. */
  async function page(
    userId: string,
    filter: Filter,
    { page: number, limit }: { page: number; limit: number },
  ) {
    const scope = { userId, ...filter }
    const found = await rows.listExecutions(store.db, scope, { limit, offset: (number - 1) * limit })
    const counts = await rows.countExecutions(store.db, scope)
    const ids = found.map(({ run }) => run.id)
    const logs = Map.groupBy(await rows.listLogs(store.db, ids), ({ runId }) => runId)
    const waits = Map.groupBy(await rows.listWaitsOf(store.db, ids), ({ runId }) => runId)
    return {
      data: found.map((row) =>
        toExecution(row, eventsIn(logs.get(row.run.id) ?? []), waits.get(row.run.id)?.[0]?.wait),
      ),
      total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    }
  }

  async function get(userId: string, id: string) {
    return show(await findOwn(userId, id))
  }

  async function show(row: rows.ExecutionRow) {
    const { events } = await runs.trace(row.run.userId, row.run.id)
    const [open] = await runs.waitsOf(row.run.id)
    return toExecution(
      row,
      events.map(({ event }) => event),
      open?.wait,
    )
  }

  async function findPublic(id: string) {
    const found = await rows.findExecution(store.db, id)
    return found?.run.isPublic ? found : rejectUnknown()
  }

  async function getPublic(id: string) {
    const { executionData, ...execution } = await show(await findPublic(id))
    return { ...execution, executionData: JSON.stringify(strip(JSON.parse(executionData))) }
  }

  /** The page that anyone with the link can open. */
  async function shared(id: string) {
    const row = await findPublic(id)
    const { visits, ...detail } = await describe(row)
    return strip({
      ...detail,
      visits: visits.map(({ calls: _, tokens: __, costMicro: ___, ...visit }) => visit),
    })
  }

  async function list(userId: string, { limit, cursor, state, ...filter }: ListInput) {
    const scope = { userId, ...filter, ...(state && { states: [state] }) }
    const found = await rows.listExecutions(store.db, scope, { limit: limit + 1, after: readPlace(cursor) })
    const shown = found.slice(0, limit)
    const last = shown.at(-1)?.run
    const nextCursor = found.length > limit && last ? `${last.startedDate.getTime()}~${last.id}` : null
    return { items: await linesOf(shown), nextCursor }
  }

  async function linesOf(found: readonly rows.ExecutionRow[]) {
    const ids = found.map(({ run }) => run.id)
    const first = new Map((await rows.listFirstPages(store.db, ids)).map((each) => [each.runId, each.events]))
    const waits = Map.groupBy(await rows.listWaitsOf(store.db, ids), ({ runId }) => runId)
    const failed = found.filter(({ run }) => run.state === 'failed')
    const errors = new Map(
      await Promise.all(failed.map(async ({ run }) => [run.id, await findError(run.id)] as const)),
    )
    return found.map((row) => {
      const [open] = waits.get(row.run.id) ?? []
      const begun = first.get(row.run.id)?.map(({ event }) => event) ?? []
      return {
        ...lineOf(row, begun),
        wait: open ? { id: open.id, kind: open.kind, text: open.wait.text } : null,
        error: errors.get(row.run.id) ?? null,
      }
    })
  }

  async function findError(runId: string) {
    const [last] = await rows.listLastPages(store.db, runId, 1)
    const ending = last?.events.at(-1)?.event
    return ending?.type === 'run_failed' ? ending.message : null
  }

  async function counts(userId: string, filter: Filter) {
    const counted = await rows.countExecutions(store.db, { userId, ...filter })
    return Object.fromEntries(runStates.map((state) => [state, counted.get(state) ?? 0])) as Record<
      RunState,
      number
    >
  }

  async function detail(userId: string, id: string) {
    const row = await findOwn(userId, id)
    const waits = (await runs.waitsOf(id)).map(({ wait }) => wait)
    const [open] = waits
    const { versionId, chatId } = row.run
    return {
      ...(await describe(row)),
      ...{ versionId, chatId, waits },
      wait: open ? { id: open.id, kind: open.kind, text: open.text } : null,
    }
  }

  async function describe(row: rows.ExecutionRow) {
    const logged = await runs.trace(row.run.userId, row.run.id)
    const events = logged.events.map(({ event }) => event)
    const ending = events.find(isEnding)
    const pauses = pausesOf(events)
    return {
      ...lineOf(row, events),
      visits: visitsOf(events),
      initialState: startOf(events)?.state ?? {},
      pauses,
      waitedMs: pauses.reduce((sum, { from, to }) => sum + to - from, 0),
      recoveries: events.filter((event) => event.type === 'run_claimed' && event.reason === 'orphan').length,
      answer: ending && ending.type !== 'run_failed' ? ending.text : null,
      error: ending?.type === 'run_failed' ? ending.message : null,
      failedNodeId: ending?.type === 'run_failed' ? (ending.nodeId ?? null) : null,
    }
  }

  async function setPublic(userId: string, id: string, isPublic: boolean | undefined) {
    await findOwn(userId, id)
    if (isPublic !== undefined) {
      await store.transaction((tx) => rows.updatePublic(tx, id, isPublic))
    }
    return get(userId, id)
  }

  /** Stops a running execution, and ends a waiting one; no effect on one that has ended. */
  async function stop(userId: string, id: string) {
    const { run } = await findOwn(userId, id)
    if (run.state === 'running') {
      await runs.stop(userId, id)
    } else if (run.state === 'waiting') {
      await store.transaction((tx) => endWaiting(tx, run))
    }
  }

  async function endWaiting(tx: Parameters<Parameters<Store['transaction']>[0]>[0], run: RunRow) {
    const endedDate = now()
    if (!(await rows.stopWaitingRun(tx, run, endedDate))) {
      return
    }
    const [last] = await rows.listLastPages(tx, run.id, 1)
    const sequence = (last?.events.at(-1)?.sequence ?? 0) + 1
    const at = Math.max(0, endedDate.getTime() - run.startedDate.getTime())
    const event = { type: 'run_stopped', at, text: '', usage: noUsage, costMicro: run.costMicro } as const
    await rows.insertPage(tx, { runId: run.id, sequence, events: [{ sequence, event }] })
    await rows.deleteWaits(tx, run.id)
    await messages.clearActions(tx, run)
  }

  /** Ids of other users are ignored. A running execution is stopped first. */
  async function remove(userId: string, ids: readonly string[]) {
    let deletedCount = 0
    for (const id of new Set(ids)) {
      const found = await rows.findExecution(store.db, id)
      if (found?.run.userId === userId) {
        await removeOne(userId, found.run)
        deletedCount += 1
      }
    }
    return { success: true, deletedCount }
  }

  async function removeOwn(userId: string, id: string) {
    await findOwn(userId, id)
    return remove(userId, [id])
  }

  async function removeOne(userId: string, run: RunRow) {
    if (run.state === 'running') {
      await end(userId, run.id)
    }
    await store.transaction(async (tx) => {
      const found = await rows.findExecution(tx, run.id)
      if (found?.run.state === 'running') {
        throw new AppError('CONFLICT', 'This execution is still running. Stop it, then delete it.')
      }
      if (found?.run.state === 'waiting') {
        await endWaiting(tx, found.run)
      }
      await rows.deleteRecords(tx, run)
    })
  }

  /** Stops a running execution and waits for its last event. */
  async function end(userId: string, id: string) {
    const signal = AbortSignal.timeout(STOPPING_MS)
    const events = await runs.watch(userId, id, 0, signal)
    await runs.stop(userId, id)
    for await (const { event } of events) {
      if (isEnding(event)) {
        return
      }
    }
  }

  return { findOwn, page, get, getPublic, shared, list, counts, detail, setPublic, stop, remove, removeOwn }
}

type ListInput = Filter & { limit: number; cursor?: string | null | undefined; state?: RunState | undefined }

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This execution does not exist.')
}

function eventsIn(pages: readonly { events: readonly { event: RunEvent }[] }[]): Events {
  return pages.flatMap(({ events }) => events.map(({ event }) => event))
}

function startOf(events: Events) {
  return events.find((event): event is EventOf<'run_started'> => event.type === 'run_started')
}

function toExecution(
  { run, flow }: rows.ExecutionRow,
  events: Events,
  wait?: Parameters<typeof actionOf>[0],
) {
  const { id, sessionId, state, isPublic, startedDate, endedDate, flowId } = run
  return {
    ...{ id, agentflowId: flowId, sessionId, isPublic: isPublic ?? false },
    executionData: JSON.stringify(executedItems(events)),
    state: executionStateOf(state),
    action: wait ? JSON.stringify(actionOf(wait)) : null,
    createdDate: startedDate,
    updatedDate: endedDate ?? startedDate,
    stoppedDate: endedDate,
    agentflow: flow,
  }
}

function lineOf({ run, flow }: rows.ExecutionRow, events: Events) {
  const { id, flowId, sessionId, chatType, state, startedDate, endedDate, tokens, costMicro, isPublic } = run
  return {
    ...{ id, flowId, sessionId, chatType, state, startedDate, tokens, costMicro },
    flowName: flow.name,
    durationMs: endedDate && Math.max(0, endedDate.getTime() - startedDate.getTime()),
    isPublic: isPublic ?? false,
    question: startOf(events)?.question.slice(0, SHOWN) ?? '',
    wait: null,
    error: null,
  }
}

/** Times in which nothing could run. One that still waits has not ended yet. */
function pausesOf(events: Events): Pause[] {
  const pauses: Pause[] = []
  let since: number | undefined
  for (const event of events) {
    if (event.type === 'run_waiting') {
      since = event.at
    } else if (since !== undefined) {
      pauses.push({ from: since, to: event.at })
      since = undefined
    }
  }
  return pauses
}

/** A forged cursor only yields another page of the caller's own list, or the first. */
function readPlace(cursor: string | null | undefined): rows.Place | undefined {
  const [, time, id] = /^(\d{1,14})~(.+)$/.exec(cursor ?? '') ?? []
  return time === undefined || id === undefined ? undefined : { date: new Date(Number(time)), id }
}

export type ExecutionsService = ReturnType<typeof createExecutionsService>
