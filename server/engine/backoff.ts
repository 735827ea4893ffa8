type Backoff = { firstMs: number; maxMs?: number; retryAfter?: unknown }
type Chance = { now: () => number; random: () => number }

const chance: Chance = { now: Date.now, random: Math.random }

/**
 * Wait after the given attempt: as `Retry-After` asks, otherwise doubled with each attempt, with jitter, because
 * callers rejected together would return together. Capped, so that a service cannot block a run.
 */
export function backoffMs(
  attempt: number,
  { firstMs, maxMs = 30_000, retryAfter }: Backoff,
  { now, random }: Chance = chance,
): number {
  const requestedMs = readRetryAfter(retryAfter, now)
  const waitMs = requestedMs ?? firstMs * 2 ** (attempt - 1) * (0.75 + random() / 2)
  return Math.min(maxMs, Math.max(0, waitMs))
}

/** The header's value: seconds or a date. */
function readRetryAfter(written: unknown, now: () => number): number | undefined {
  if (typeof written !== 'string' || written.trim() === '') {
    return undefined
  }
  const seconds = Number(written)
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(written) - now()
  return Number.isFinite(waitMs) ? waitMs : undefined
}
