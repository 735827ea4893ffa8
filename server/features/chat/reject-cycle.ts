import { AppError } from '#shared/errors.ts'

const DEEPEST = 5

/** Rejects cycles of flows that call each other, and call chains that are too long. */
export function rejectCycle(flowId: string, callStack: readonly string[]) {
  if (callStack.includes(flowId)) {
    throw new AppError('INVALID_FLOW', 'A flow cannot call itself or a flow that is waiting for it.')
  }
  if (callStack.length >= DEEPEST) {
    throw new AppError('INVALID_FLOW', `Flows can call each other at most ${DEEPEST} levels deep.`)
  }
}
