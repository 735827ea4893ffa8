import type { Json } from '#server/engine/inputs.ts'
import type { Claimed, OpenRun, RunRow, RunsService } from '#server/features/runs/runs.service.ts'
import { AppError } from '#shared/errors.ts'
import type { RunEvent, StepWait } from '#shared/runs.ts'
import type { Answering, Reply } from './questions.ts'

type Deps = {
  runs: Pick<RunsService, 'find' | 'eventsOf' | 'waitsOf' | 'costOf' | 'childWaits' | 'claimAnswered'>
  resume(claimed: Claimed): Promise<Answering>
}

/** Runs that wait for runs they have called. */
export function createParents({ runs, resume }: Deps) {
  /** Replies of parents that the end of a called run has resumed, for the caller that answered the called run. */
  const replies = new Map<string, Promise<Reply>>()

  /** After an end, the run that waits for this one goes on. After parking, this one goes on if the called run has ended. */
  async function wake({ id, row }: OpenRun, waits: readonly StepWait[] | undefined) {
    if (waits === undefined && row.parentRunId) {
      await wakeParent(row.parentRunId, id)
    }
    for (const childRunId of (waits ?? []).flatMap((wait) => wait.childRunId ?? [])) {
      await wakeIfEnded(id, childRunId)
    }
  }

  /** Runs whose called run has ended while their process was dead. */
  async function wakeOrphans() {
    for (const { runId, wait } of await runs.childWaits()) {
      await (wait.childRunId && wakeIfEnded(runId, wait.childRunId))
    }
  }

  async function wakeIfEnded(parentRunId: string, childRunId: string) {
    const child = await runs.find(childRunId)
    if (child && hasEnded(child)) {
      await wakeParent(parentRunId, childRunId)
    }
  }

  /** Another process may do so at the same time; one of them claims the run. */
  async function wakeParent(parentRunId: string, childRunId: string) {
    const parent = await runs.find(parentRunId)
    const waits = parent?.state === 'waiting' ? await runs.waitsOf(parent.id) : []
    const wait = waits.find((each) => each.wait.childRunId === childRunId)
    if (!(parent && wait)) {
      return
    }
    const events = await runs.eventsOf(childRunId)
    const value = outcomeOf(events.at(-1), runs.costOf(events))
    const answer = { type: 'child', value } as const
    const by = { kind: 'run', id: childRunId } as const
    const claimed = await runs.claimAnswered(parent, { waitId: wait.id, answer, by }).catch(ignoreConflict)
    if (claimed) {
      // An error closes the parent and belongs to it, not to the called run.
      const going = resume(claimed).then(({ reply }) => reply(false))
      replies.set(childRunId, going)
      void going.catch(() => undefined).finally(() => replies.delete(childRunId))
    }
  }

  return { wake, wakeOrphans, replyAfter: (childRunId: string) => replies.get(childRunId) }
}

function hasEnded({ state }: RunRow) {
  return state !== 'running' && state !== 'waiting'
}

function outcomeOf(ending: RunEvent | undefined, costMicro: number): { [key: string]: Json } {
  if (ending?.type === 'run_finished') {
    return { text: ending.text, costMicro }
  }
  return ending?.type === 'run_failed'
    ? { error: ending.message, code: ending.code }
    : { error: 'The called flow was stopped.', code: 'STOPPED' }
}

function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'CONFLICT')) {
    throw error
  }
}
