import { LRUCache } from 'lru-cache'
import type { GuardedFetch } from '../guarded-fetch.ts'

const MAX_BYTES = 200_000
const TIMEOUT_MS = 5_000
const CACHED = 500
const CACHE_MS = 60 * 60_000

/** Their first bytes in hexadecimal. SVG is left out, because it may contain scripts. */
const marks = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^47494638(37|39)61/,
  'image/webp': /^52494646.{8}57454250/,
}

type Deps = { fetch: GuardedFetch; now: () => Date }

/**
 * Small pictures of other sites as data URLs: browsers load none from elsewhere, because its server would see who
 * looks at which page. Undefined for what is no picture, is larger than 200 KB or cannot be reached.
 */
export function createReadPicture({ fetch, now }: Deps) {
  const read = new LRUCache<string, Promise<string | undefined>>({
    ...{ max: CACHED, ttl: CACHE_MS, perf: { now: () => now().getTime() }, ttlResolution: 0 },
  })

  async function load(url: string): Promise<string | undefined> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(url, { headers: { accept: 'image/*' }, signal })
      if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) {
        await response.body?.cancel()
        return undefined
      }
      return toDataUrl(Buffer.from(await response.arrayBuffer()))
    } catch {
      return undefined
    }
  }

  return (url: string): Promise<string | undefined> => {
    const known = read.get(url) ?? load(url)
    read.set(url, known, { noUpdateTTL: true })
    return known
  }
}

function toDataUrl(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 12).toString('hex')
  const [type] = Object.entries(marks).find(([, mark]) => mark.test(head)) ?? []
  return type !== undefined && bytes.length <= MAX_BYTES
    ? `data:${type};base64,${bytes.toString('base64')}`
    : undefined
}
