import { backoffMs } from '#server/engine/backoff.ts'
import { pause } from '#server/engine/pause.ts'
import { AppError } from '#shared/errors.ts'

const maxPolls = 150
const firstMs = 500
const maxMs = 5_000

/** Polls a job of a service until `poll` returns its result. Throws TIMED_OUT after about ten minutes. */
export async function waitForJob<Result>(
  service: string,
  signal: AbortSignal,
  poll: () => Promise<Result | undefined>,
): Promise<Result> {
  for (let tries = 1; tries <= maxPolls; tries += 1) {
    const result = await poll()
    if (result !== undefined) {
      return result
    }
    await pause(backoffMs(tries, { firstMs, maxMs }), signal)
  }
  throw new AppError('TIMED_OUT', `${service} did not finish in time. Read fewer pages.`)
}
