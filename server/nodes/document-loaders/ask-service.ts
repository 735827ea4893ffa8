import { pause } from '#server/engine/pause.ts'
import { type Found, searchJson } from '#server/nodes/tools/search/search-json.ts'

type Fetch = typeof globalThis.fetch
type Service = {
  name: string
  fetch: Fetch
  headers: Record<string, string>
  signal: AbortSignal
}
type Asking = Parameters<typeof searchJson>[3]

const timeoutMs = 30_000
const maxTries = 4
const maxWaitMs = 15_000

/** Retries after 429. Throws UPSTREAM_FAILED. */
export function askService(
  { name, fetch, headers, signal }: Service,
  url: string,
  asking: Asking = {},
): Promise<Found> {
  return searchJson(retrying(fetch, signal), name, url, {
    ...asking,
    headers: { ...headers, ...asking.headers },
  })
}

function retrying(fetch: Fetch, stopped: AbortSignal): Fetch {
  return async (url, init) => {
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      if (response.status !== 429 || tries === maxTries) {
        return response
      }
      await response.body?.cancel()
      await pause(waitOf(response.headers.get('retry-after'), Date.now()), stopped)
    }
  }
}

/** Reads `Retry-After` as seconds or a date. The wait is capped, so that a service cannot block a run. */
export function waitOf(written: string | null, now: number): number {
  const seconds = written?.trim() ? Number(written) : 1
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(written ?? '') - now
  return Math.min(maxWaitMs, Math.max(0, Number.isFinite(waitMs) ? waitMs : 1_000))
}

export function basic(user: string, key: string): string {
  const bytes = new TextEncoder().encode(`${user}:${key}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
