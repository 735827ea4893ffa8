import type { Bus } from '#server/bus/bus.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import { AppError } from '#shared/errors.ts'
import { createClaims } from './claim-run.ts'
import { createHistory } from './history.ts'
import { createRunOpener, type OpenedRuns, type RunOpenerDeps } from './open-run.ts'
import { createRunReader, rejectUnknown } from './read-runs.ts'
import { createRecovery } from './recover-runs.ts'
import { createLogRemoval } from './remove-logs.ts'
import { createRunMessages } from './run-messages.ts'
import * as rows from './runs.repository.ts'
import type { RunRow } from './runs.table.ts'
import { costOf } from './spending.ts'
import { findUpsertedStores } from './upserted-stores.ts'

type StopOf = { runId: string | null }

type Deps = Omit<RunOpenerDeps, 'opened' | 'conversation' | 'processId' | 'confirmLease'> & {
  bus: Bus<LiveEvent>
  messages: RunOpenerDeps['messages'] & Parameters<typeof createRunMessages>[0]['messages']
  wallet: Parameters<typeof createRecovery>[0]['wallet']
  logRetentionDays: number
}

export type { Claimed } from './claim-run.ts'
export type { Alongside, Limits, Opening, OpenRun } from './open-run.ts'
export type { RunRow } from './runs.table.ts'
export type { Spending } from './spending.ts'

export function createRunsService(deps: Deps) {
  const { store, newId, now, messages, runTimeoutMs } = deps
  const opened: OpenedRuns = new Map()
  /** New with every start, so that a process is never mistaken for the one before it. */
  const processId = newId()
  const history = createHistory({ store })
  const conversation = createRunMessages({ messages, newId, now })
  const { get, watch, trace, before } = createRunReader({ store, history, open: opened })

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
  const { start, resume } = createRunOpener({
    ...deps,
    ...{ opened, conversation, processId, confirmLease: (id) => claims.confirmLease(id) },
  })
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

function stopped() {
  return new AppError('STOPPED', 'Stopped.')
}

export type RunsService = ReturnType<typeof createRunsService>
