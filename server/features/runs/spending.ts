import { AppError } from '#shared/errors.ts'
import { usdText } from '#shared/money.ts'
import type { RunEvent } from '#shared/runs.ts'
import { totalOf } from './close-call.ts'

export type Spending = {
  /** What is left of the strictest limit; undefined without any. */
  leftMicro(): number | undefined
  spentMicro(): number
  limitTo(micro: number | undefined): void
  /** Throws RUN_LIMIT when one more hold might exceed a limit. */
  requireWithin(micro: number, nodeId: string): void
  hold(micro: number): void
  settle(heldMicro: number, costMicro: number): void
}

/**
 * What a run has spent and holds, with the runs it has called, in micro-USD. Each limit on the way up to the first
 * caller applies, so a limit cannot be passed by calling another flow.
 */
export function createSpending(spentBefore = 0, caller?: Spending): Spending {
  let spent = spentBefore
  let held = 0
  let max: number | undefined

  function leftMicro() {
    const own = max === undefined ? undefined : Math.max(0, max - spent - held)
    const above = caller?.leftMicro()
    return own === undefined || above === undefined ? (own ?? above) : Math.min(own, above)
  }

  return {
    leftMicro,
    spentMicro: () => spent,
    limitTo(micro) {
      max = micro
    },
    requireWithin(micro, nodeId) {
      if (max !== undefined && spent + held + micro > max) {
        throw new AppError(
          'RUN_LIMIT',
          `The next model call could exceed the limit of ${usdText(max)} USD per run.`,
          { details: { nodeId } },
        )
      }
      caller?.requireWithin(micro, nodeId)
    },
    hold(micro) {
      held += micro
      caller?.hold(micro)
    },
    settle(heldMicro, costMicro) {
      held -= heldMicro
      spent += costMicro
      caller?.settle(heldMicro, costMicro)
    },
  }
}

/** What a run and the runs it has called have cost. */
export function costOf(events: readonly RunEvent[]): number {
  return totalOf(events).costMicro + calledCost(events)
}

/** What the runs called by these events have cost. */
export function calledCost(events: readonly RunEvent[]): number {
  return events.reduce(
    (sum, event) => sum + (event.type === 'tool_finished' ? (event.calledCostMicro ?? 0) : 0),
    0,
  )
}
