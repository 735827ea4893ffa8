import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { GuardedFetch } from '../guarded-fetch.ts'

type Options = {
  fetch: GuardedFetch
  /** Answers as GitHub's latest-release endpoint does. Without it nobody is asked. */
  url: string | undefined
  now: () => Date
  timeoutMs?: number
}

const CACHE_MS = 60 * 60_000
/** A source that is down is not asked by every dialog that opens. */
const FAILURE_CACHE_MS = 60_000
const TIMEOUT_MS = 5_000

const answerSchema = z.object({
  name: z.string().trim().min(1).max(200),
  // It becomes a link: no other protocol may get through.
  html_url: z.url({ protocol: /^https?$/ }).max(2_000),
  published_at: z.coerce.date(),
})

type Release = { name: string; url: string; publishedDate: Date }

/** The newest release, asked at most once an hour; null without a source. Throws UPSTREAM_FAILED when it does not tell. */
export function createLatestRelease({ fetch, url, now, timeoutMs = TIMEOUT_MS }: Options) {
  let stored: { answer: Promise<Release>; until: number } | undefined

  async function ask(address: string): Promise<Release> {
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
      const fresh = { answer: ask(url).catch(reject), until: time + CACHE_MS }
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
