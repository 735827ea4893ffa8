import type { Plan } from '#server/engine/plan-flow.ts'
import { createReuse, leadingFrom, type Reuse } from '#server/engine/reuse.ts'
import { planUntil } from '#server/engine/run-to.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { RunRow } from '#server/features/runs/runs.table.ts'
import type { AskInput } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'

/** Options of canvas runs by the flow's owner; API runs never use pins. */
export type CanvasRun = Pick<AskInput, 'until' | 'reuse' | 'pinned'>

export type CanvasPlan = {
  plan: Plan
  reuse: Reuse | undefined
  /** The earlier run that is repeated; its conversation is used as it was at that time. */
  base: RunRow | undefined
}

type Runs = Pick<RunsService, 'get' | 'trace'>

/** Throws NOT_FOUND for a run of another flow, INVALID_FLOW for an unknown node. */
export async function readCanvasRun(
  fullPlan: Plan,
  { until, reuse, pinned = {} }: CanvasRun,
  { id: flowId, userId }: { id: string; userId: string },
  runs: Runs,
): Promise<CanvasPlan> {
  const plan = until === undefined ? fullPlan : planUntil(fullPlan, until)
  const pins = new Map(Object.entries(pinned))
  const base = reuse && (await runs.get(userId, reuse.runId))
  if (base && (base.flowId !== flowId || base.chatType !== 'INTERNAL')) {
    throw new AppError('NOT_FOUND', 'This run does not exist.')
  }
  if (!base && pins.size === 0) {
    return { plan, reuse: undefined, base }
  }
  const events = base ? (await runs.trace(userId, base.id)).events.map(({ event }) => event) : []
  const fresh = reuse?.from === undefined ? new Set<string>() : leadingFrom(plan, reuse.from)
  return { plan, reuse: createReuse({ events, fresh, pins }), base }
}
