import { AppError, ERROR_CODES, type ErrorCode } from '#shared/errors.ts'
import { toRecord } from '#shared/json.ts'
import type { JobRow } from './jobs.table.ts'

const temporary: ReadonlySet<string> = new Set([
  'UPSTREAM_FAILED',
  'TIMED_OUT',
  'RATE_LIMITED',
  'UNAVAILABLE',
])

/** Another attempt may succeed. Running out of money, invalid settings and rejected keys will not mend themselves. */
export function isTemporary(error: unknown) {
  const { status } = ((error as { cause?: unknown })?.cause ?? {}) as { status?: unknown }
  const isRejected =
    typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429
  return error instanceof AppError && temporary.has(error.code) && !isRejected
}

/** The error of a failed job, as its callers throw it. */
export function errorOfJob({ result, error }: JobRow): AppError {
  const { code } = toRecord(result)
  const known = typeof code === 'string' && code in ERROR_CODES ? (code as ErrorCode) : 'INTERNAL'
  return new AppError(known, error ?? 'Something went wrong on our side.')
}

/** The reason of an abort by a process that stops, or has lost the job to another. */
export function isLost(reason: unknown) {
  return reason instanceof AppError && reason.code === 'UNAVAILABLE'
}

/** The reason of an abort by a person. */
export function cancelled() {
  return new AppError('STOPPED', 'Cancelled.')
}
