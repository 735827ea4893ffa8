import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { backoffMs } from '#server/engine/backoff.ts'
import type { Destination, Loss, Span, TraceExporter } from '#server/ports/traces.ts'
import { parseJson } from '#shared/json.ts'
import { encodeTraces, type Resource } from './otlp.ts'

type Deps = {
  /** Guarded against SSRF. */
  fetch: typeof globalThis.fetch
  version: string
  /** Attributes of this process, in every batch. */
  resource?: Resource
  timing?: Partial<Timing>
}
type Timing = {
  /** Delay that lets spans of the same moment share a request. */
  lingerMs: number
  /**
   * Delay before the second attempt. Doubles with every further attempt, unless the receiver sends
   * Retry-After.
   */
  firstMs: number
  timeoutMs: number
  /** Minimum interval between loss reports of one destination. */
  quietMs: number
}
const defaults: Timing = { lingerMs: 1_000, firstMs: 1_000, timeoutMs: 10_000, quietMs: 60_000 }

const MAX_WAITING = 2_048
const MAX_DESTINATIONS = 1_000
const BATCH = 128
const ATTEMPTS = 4
/** Statuses that OTLP allows to retry. */
const retryableStatuses = new Set([429, 502, 503, 504])

type Queue = { destination: Destination; spans: Span[]; lost: number; reason: string; reportedAt: number }

const partialSuccessSchema = z.object({
  partialSuccess: z
    .object({ rejectedSpans: z.coerce.number().optional(), errorMessage: z.string().optional() })
    .optional(),
})

/**
 * Sends spans over OTLP with one bounded queue per destination, so a slow or dead one delays no other and loses
 * only its own spans.
 */
export function createTraceExporter({ fetch, version, resource, timing = {} }: Deps): TraceExporter {
  const { lingerMs, firstMs, timeoutMs, quietMs } = { ...defaults, ...timing }
  const queues = new Map<string, Queue>()
  const working = new Map<Queue, Promise<void>>()
  const draining = new AbortController()
  const shutdown = new AbortController()
  let notify: (loss: Loss) => void = () => undefined

  function send(destination: Destination, spans: readonly Span[]) {
    const key = JSON.stringify(destination)
    const queue = queues.get(key) ?? openQueue(key, destination)
    if (!queue) {
      notify({ host: hostOf(destination), spans: spans.length, reason: 'Too many receivers at once.' })
      return
    }
    const freeSlots = Math.max(0, MAX_WAITING - queue.spans.length)
    queue.spans.push(...spans.slice(0, freeSlots))
    recordLoss(queue, spans.length - Math.min(freeSlots, spans.length), 'More came than could be sent.')
    if (!working.has(queue)) {
      working.set(queue, work(key, queue))
    }
  }

  function openQueue(key: string, destination: Destination): Queue | undefined {
    if (queues.size >= MAX_DESTINATIONS) {
      return undefined
    }
    const queue = { destination, spans: [], lost: 0, reason: '', reportedAt: Number.NEGATIVE_INFINITY }
    queues.set(key, queue)
    return queue
  }

  async function work(key: string, queue: Queue) {
    while (queue.spans.length > 0) {
      await wait(lingerMs, draining.signal)
      const batch = queue.spans.splice(0, BATCH)
      await deliver(queue, batch)
    }
    // No await since the last check: a span that arrives now starts a new worker.
    working.delete(queue)
    queues.delete(key)
    reportLoss(queue)
  }

  async function deliver(queue: Queue, batch: readonly Span[]) {
    for (let attempt = 1; ; attempt += 1) {
      const { canRetry, rejected, reason, retryAfter } = await post(queue.destination, batch)
      if (!canRetry || attempt === ATTEMPTS || shutdown.signal.aborted) {
        recordLoss(queue, rejected, reason)
        return
      }
      await wait(backoffMs(attempt, { firstMs, retryAfter }), shutdown.signal)
    }
  }

  async function post({ url, headers }: Destination, batch: readonly Span[]): Promise<Outcome> {
    const spanCount = batch.length
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(encodeTraces(batch, version, resource)),
        signal: AbortSignal.any([shutdown.signal, AbortSignal.timeout(timeoutMs)]),
      })
      const body = await response.text()
      return response.ok
        ? readPartialSuccess(body)
        : {
            canRetry: retryableStatuses.has(response.status),
            rejected: spanCount,
            reason: `It answered ${response.status}.`,
            retryAfter: response.headers.get('retry-after'),
          }
    } catch (error) {
      const isForbidden = error instanceof Error && 'code' in error && error.code === 'FORBIDDEN'
      const reason = isForbidden ? error.message : 'It could not be reached.'
      return { canRetry: !isForbidden, rejected: spanCount, reason }
    }
  }

  function recordLoss(queue: Queue, spans: number, reason: string) {
    if (spans > 0) {
      queue.lost += spans
      queue.reason = reason
      if (performance.now() - queue.reportedAt >= quietMs) {
        reportLoss(queue)
      }
    }
  }

  function reportLoss(queue: Queue) {
    const { destination, lost: spans, reason } = queue
    if (spans > 0) {
      queue.lost = 0
      queue.reportedAt = performance.now()
      notify({ host: hostOf(destination), spans, reason })
    }
  }

  async function drain(withinMs: number) {
    draining.abort()
    const timeout = setTimeout(() => shutdown.abort(), withinMs)
    // Dropped batches are logged as lost at once.
    await Promise.all(working.values())
    clearTimeout(timeout)
  }

  return {
    send,
    drain,
    onLost: (listener) => {
      notify = listener
    },
  }
}

type Outcome = { canRetry: boolean; rejected: number; reason: string; retryAfter?: string | null }

/** A receiver may accept a batch and reject some of its spans. */
function readPartialSuccess(body: string): Outcome {
  const complete = { canRetry: false, rejected: 0, reason: '' }
  const { data } = partialSuccessSchema.safeParse(parseJson(body))
  if (!data) {
    return complete
  }
  const { rejectedSpans = 0, errorMessage = 'It refused some.' } = data.partialSuccess ?? {}
  return { ...complete, rejected: rejectedSpans, reason: errorMessage }
}

function hostOf({ url }: Destination) {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Does not keep the process alive; `signal` ends it early. */
function wait(ms: number, signal: AbortSignal) {
  return signal.aborted
    ? Promise.resolve()
    : pause(ms, undefined, { ref: false, signal }).catch(() => undefined)
}
