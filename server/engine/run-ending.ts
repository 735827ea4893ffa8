import { AppError } from '#shared/errors.ts'
import type { Usage } from '#shared/runs.ts'
import type { Report } from './run-log.ts'

type Reported = {
  /** Partial answer; preserved only when the run was stopped. */
  text?: string
  place?: { nodeId?: string; label?: string }
}

/** Final event of a run without an answer. Details of unexpected errors appear only in the server's log. */
export function endingOf(failure: unknown, usage: Usage, { text = '', place = {} }: Reported = {}): Report {
  if (!(failure instanceof AppError)) {
    return { type: 'run_failed', message: 'Something went wrong on our side.', code: 'INTERNAL', usage }
  }
  const { code, message } = failure
  return code === 'STOPPED'
    ? { type: 'run_stopped', text, usage }
    : { type: 'run_failed', message, code, ...place, usage }
}
