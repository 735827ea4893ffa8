import { z } from 'zod'
import type { RedisReply } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

type Place = { url: string; token: string; fetch: typeof globalThis.fetch; label: string }

const repliesSchema = z.array(z.object({ result: z.unknown().optional(), error: z.string().optional() }))

/** Commands to a Redis at Upstash, over its REST address, in one request. Throws UPSTREAM_FAILED in its own words. */
export async function sendToUpstash(
  { url, token, fetch, label }: Place,
  commands: readonly (readonly string[])[],
): Promise<RedisReply[]> {
  const refuse = (said: string, cause?: unknown): never => {
    throw new AppError('UPSTREAM_FAILED', `${label}: Upstash ${said}.`, { cause })
  }
  const response = await fetch(`${url.trim().replace(/\/+$/, '')}/pipeline`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(commands),
  })
  if (!response.ok) {
    return refuse(`answered ${response.status}`)
  }
  const replies = repliesSchema.safeParse(await response.json().catch(() => undefined))
  if (!replies.success) {
    return refuse('sent an answer that could not be read', replies.error)
  }
  return replies.data.map(({ result, error }) =>
    error === undefined ? ((result ?? null) as RedisReply) : refuse(`answered: ${error.slice(0, 200)}`),
  )
}
