import { NodeFailure } from '#server/engine/node-failure.ts'
import type { AppError, ErrorCode } from '#shared/errors.ts'

const requestCodes: ReadonlySet<ErrorCode> = new Set([
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'TOO_LARGE',
  'RATE_LIMITED',
])

/** Whether an error is about what was sent, and not about the flow. The same codes from inside a node are the flow's. */
export function isAboutRequest(error: AppError) {
  return requestCodes.has(error.code) && !(error instanceof NodeFailure)
}
