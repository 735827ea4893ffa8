import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { pause } from './pause.ts'

/** How long a node may take, and how often a model that refused for the moment is asked again. */
export type RetryPolicy = { retries: number; timeoutMs: number | undefined }

const defaultRetries = 2
const firstPauseMs = 400
const policySchema = z.object({
  retries: z.coerce.number().int().min(0).max(5).default(defaultRetries).catch(defaultRetries),
  timeoutMs: z.coerce.number().int().min(1).max(3_600_000).optional().catch(undefined),
})

/** As a flow file says it of a node, beside its inputs: `policy: { retries, timeoutMs }`. What it does not say is usual. */
export function readRetryPolicy(data: { readonly [key: string]: unknown }): RetryPolicy {
  const { retries, timeoutMs } =
    data.policy === undefined ? defaults : policySchema.catch(defaults).parse(data.policy)
  return { retries, timeoutMs }
}

const defaults: { retries: number; timeoutMs?: number | undefined } = { retries: defaultRetries }

/** Statuses that say: not now. The question was not answered, and nothing was billed. */
const notNow: ReadonlySet<unknown> = new Set([429, 502, 503, 529])
const unreached: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Whether the same question may be answered a moment later. Never after an answer had begun: it would be paid twice. */
export function isWorthAnother(error: unknown): boolean {
  if (!(error instanceof AppError)) {
    return false
  }
  const { status, code } = (error.cause ?? {}) as { status?: unknown; code?: unknown }
  return error.code === 'RATE_LIMITED' || notNow.has(status) || unreached.has(code)
}

/** Longer each time, and never for all callers the same. Throws when the run is stopped meanwhile. */
export async function pauseBefore(attempt: number, signal: AbortSignal): Promise<void> {
  await pause(firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2), signal)
}

type Timed = { label: string; timeoutMs: number; signal: AbortSignal }

/** The work, given up when its time is over, also where it does not listen to the signal it is given. */
export async function inTime<Value>(
  { label, timeoutMs, signal }: Timed,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const clock = new AbortController()
  const late = new AppError('TIMED_OUT', `${label} took longer than ${timeoutMs / 1_000} seconds.`)
  const timer = setTimeout(() => clock.abort(late), timeoutMs)
  try {
    const over = new Promise<never>((_, reject) => {
      clock.signal.addEventListener('abort', () => reject(late), { once: true })
    })
    return await Promise.race([work(AbortSignal.any([signal, clock.signal])), over])
  } finally {
    clearTimeout(timer)
  }
}
