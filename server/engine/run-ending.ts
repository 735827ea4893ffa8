import { AppError } from '#shared/errors.ts'
import type { Usage } from '#shared/runs.ts'
import type { Report } from './run-log.ts'

type Reported = {
  /** What had been said by then; only a run that was stopped keeps it. */
  text?: string
  /** The node it failed at. */
  place?: { nodeId?: string; label?: string }
}

/** How the log tells of a run that gave no answer. What is no AppError is nobody's business but the log of the server. */
export function endingOf(failure: unknown, usage: Usage, { text = '', place = {} }: Reported = {}): Report {
  if (!(failure instanceof AppError)) {
    return { type: 'run_failed', message: 'Something went wrong on our side.', code: 'INTERNAL', usage }
  }
  const { code, message } = failure
  return code === 'STOPPED'
    ? { type: 'run_stopped', text, usage }
    : { type: 'run_failed', message, code, ...place, usage }
}
