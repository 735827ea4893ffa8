import { toAppError } from '#client/api/errors.ts'

/** The change was stored for another administrator's approval, and nothing was posted. */
export function isWaiting(error: unknown) {
  return toAppError(error).code === 'NEEDS_APPROVAL'
}
