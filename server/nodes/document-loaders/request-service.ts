import { backoffMs } from '#server/engine/backoff.ts'
import { pause } from '#server/engine/pause.ts'
import { type Found, searchJson } from '#server/nodes/tools/search/search-json.ts'

type Fetch = typeof globalThis.fetch
type Service = {
  name: string
  fetch: Fetch
  headers: Record<string, string>
  signal: AbortSignal
  timeoutMs?: number
}
type RequestOptions = Parameters<typeof searchJson>[3]

const defaultTimeoutMs = 30_000
const maxTries = 4
const maxWaitMs = 15_000

/** Retries after 429. Throws UPSTREAM_FAILED. */
export function requestService(
  { name, fetch, headers, signal, timeoutMs = defaultTimeoutMs }: Service,
  url: string,
  options: RequestOptions = {},
): Promise<Found> {
  return searchJson(retrying(fetch, signal, timeoutMs), name, url, {
    ...options,
    headers: { ...headers, ...options.headers },
  })
}

function retrying(fetch: Fetch, stopped: AbortSignal, timeoutMs: number): Fetch {
  return async (url, init) => {
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      if (response.status !== 429 || tries === maxTries) {
        return response
      }
      await response.body?.cancel()
      const retryAfter = response.headers.get('retry-after')
      await pause(backoffMs(tries, { firstMs: 1_000, maxMs: maxWaitMs, retryAfter }), stopped)
    }
  }
}

export function basic(user: string, key: string): string {
  const bytes = new TextEncoder().encode(`${user}:${key}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
