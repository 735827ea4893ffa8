import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { GuardedFetch } from '../guarded-fetch.ts'

type Options = {
  fetch: GuardedFetch
  /** Must respond like GitHub's latest-release endpoint. Without a URL no request is made. */
  url: string | undefined
  now: () => Date
  timeoutMs?: number
}

const CACHE_MS = 60 * 60_000
/** Failures are cached, so that opening a dialog does not request a source that is down. */
const FAILURE_CACHE_MS = 60_000
const TIMEOUT_MS = 5_000

const answerSchema = z.object({
  name: z.string().trim().min(1).max(200),
  // The URL becomes a link, so other protocols are rejected.
  html_url: z.url({ protocol: /^https?$/ }).max(2_000),
  published_at: z.coerce.date(),
})

type Release = { name: string; url: string; publishedDate: Date }

/**
 * The newest release, fetched at most once an hour; null without a source. Throws UPSTREAM_FAILED when the source
 * fails.
 */
export function createLatestRelease({ fetch, url, now, timeoutMs = TIMEOUT_MS }: Options) {
  let stored: { answer: Promise<Release>; until: number } | undefined

  async function fetchRelease(address: string): Promise<Release> {
    const headers = { accept: 'application/json', 'user-agent': 'flowtill' }
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) })
    const { name, html_url, published_at } = answerSchema.parse(await response.json())
    return { name, url: html_url, publishedDate: published_at }
  }

  return async () => {
    if (!url) {
      return null
    }
    const time = now().getTime()
    if (!stored || stored.until <= time) {
      const fresh = { answer: fetchRelease(url).catch(reject), until: time + CACHE_MS }
      fresh.answer.catch(() => {
        fresh.until = time + FAILURE_CACHE_MS
      })
      stored = fresh
    }
    return stored.answer
  }
}

function reject(cause: unknown): never {
  throw new AppError('UPSTREAM_FAILED', 'The latest release could not be looked up.', { cause })
}
