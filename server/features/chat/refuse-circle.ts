import { AppError } from '#shared/errors.ts'

const DEEPEST = 5

/** Flows that ask flows: none may be asked while it is itself waiting for the answer, and the chain ends somewhere. */
export function rejectCycle(flowId: string, callStack: readonly string[]) {
  if (callStack.includes(flowId)) {
    throw new AppError('INVALID_FLOW', 'A flow cannot call itself or a flow that is waiting for it.')
  }
  if (callStack.length >= DEEPEST) {
    throw new AppError('INVALID_FLOW', `Flows can call each other at most ${DEEPEST} levels deep.`)
  }
}
