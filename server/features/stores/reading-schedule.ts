import { Cron } from 'croner'
import { AppError } from '#shared/errors.ts'

/** Sources are read at most this often. */
const MIN_INTERVAL_MS = 15 * 60_000
/** A field with two values has two runs close together, and the third may be long after. */
const COMPARED_RUNS = 5

/** The next time of a cron expression in UTC. Throws INVALID_INPUT for one that is invalid or too frequent. */
export function nextReading(cron: string, after: Date): Date | null {
  const next = openCron(cron).nextRuns(COMPARED_RUNS, after)
  const isFrequent = next.some(
    (date, index) => index > 0 && date.getTime() - (next[index - 1]?.getTime() ?? 0) < MIN_INTERVAL_MS,
  )
  if (isFrequent) {
    throw new AppError('INVALID_INPUT', 'A source is read at most every 15 minutes.')
  }
  return next[0] ?? null
}

function openCron(cron: string) {
  try {
    return new Cron(cron, { mode: '5-or-6-parts', timezone: 'UTC' })
  } catch (cause) {
    throw new AppError('INVALID_INPUT', `“${cron}” is not a cron expression of 5 or 6 fields.`, { cause })
  }
}
