import { type Found, searchJson } from '#server/nodes/tools/search/search-json.ts'

type Fetch = typeof globalThis.fetch
type Service = { name: string; fetch: Fetch; headers: Record<string, string> }
type Asking = Parameters<typeof searchJson>[3]

const timeoutMs = 30_000
const mostTries = 4
const longestWaitMs = 15_000

/** JSON of a service that keeps people's documents. Waits where it says that it was asked too often. Throws UPSTREAM_FAILED. */
export function askService(
  { name, fetch, headers }: Service,
  url: string,
  asking: Asking = {},
): Promise<Found> {
  return searchJson(patient(fetch), name, url, { ...asking, headers: { ...headers, ...asking.headers } })
}

function patient(fetch: Fetch): Fetch {
  return async (url, init) => {
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      if (response.status !== 429 || tries === mostTries) {
        return response
      }
      const seconds = Number(response.headers.get('retry-after') ?? 1)
      await response.body?.cancel()
      const pauseMs = Math.min(longestWaitMs, Math.max(0, (Number.isFinite(seconds) ? seconds : 1) * 1000))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** The `Authorization` of a name and its key. */
export function basic(user: string, key: string): string {
  const bytes = new TextEncoder().encode(`${user}:${key}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
