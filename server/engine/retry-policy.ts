import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { toRecord } from '#shared/json.ts'
import { backoffMs } from './backoff.ts'
import { pause } from './pause.ts'

/** Timeout of a node, and how often a temporarily rejected model call is retried. */
export type RetryPolicy = { retries: number; timeoutMs: number | undefined }

const defaultRetries = 2
const firstPauseMs = 400
const policySchema = z.object({
  retries: z.coerce.number().int().min(0).max(5).default(defaultRetries).catch(defaultRetries),
  timeoutMs: z.coerce.number().int().min(1).max(3_600_000).optional().catch(undefined),
})

/** Reads `policy: { retries, timeoutMs }` of a node in a flow file. Missing values get their default. */
export function readRetryPolicy(data: { readonly [key: string]: unknown }): RetryPolicy {
  const { retries, timeoutMs } =
    data.policy === undefined ? defaults : policySchema.catch(defaults).parse(data.policy)
  return { retries, timeoutMs }
}

const defaults: { retries: number; timeoutMs?: number | undefined } = { retries: defaultRetries }

/** Temporary statuses: the request was neither answered nor billed. */
const notNow: ReadonlySet<unknown> = new Set([429, 502, 503, 529])
const unreached: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** True when a retry may succeed. Never after the answer has begun: it would be charged twice. */
export function isWorthAnother(error: unknown): boolean {
  if (!(error instanceof AppError)) {
    return false
  }
  const { status, code } = (error.cause ?? {}) as { status?: unknown; code?: unknown }
  return error.code === 'RATE_LIMITED' || notNow.has(status) || unreached.has(code)
}

/** Throws when the run is stopped meanwhile. */
export async function pauseAfter(error: unknown, attempt: number, signal: AbortSignal): Promise<void> {
  const { retryAfter } = toRecord(toRecord(error).cause)
  await pause(backoffMs(attempt, { firstMs: firstPauseMs, retryAfter }), signal)
}

type Timed = { label: string; timeoutMs: number; signal: AbortSignal }

/** Runs the work with a timeout, even if the work ignores its signal. */
export async function inTime<Value>(
  { label, timeoutMs, signal }: Timed,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const clock = new AbortController()
  // Cheaper than AbortSignal.any, and there is one for every step.
  const stop = () => clock.abort(signal.reason)
  if (signal.aborted) {
    stop()
  }
  signal.addEventListener('abort', stop, { once: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // Created only now: an error with its stack takes longer than a short step.
      const late = new AppError('TIMED_OUT', `${label} took longer than ${timeoutMs / 1_000} seconds.`)
      clock.abort(late)
      reject(late)
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(clock.signal), over])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
