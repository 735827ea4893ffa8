import { z } from 'zod'
import type { RedisReply } from '#server/engine/ports.ts'
import { callService, readResponse } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'

type Place = { url: string; token: string; fetch: typeof globalThis.fetch; label: string }

const repliesSchema = z.array(z.object({ result: z.unknown().optional(), error: z.string().optional() }))

/** Throws UPSTREAM_FAILED with Upstash's message. */
export async function sendToUpstash(
  { url, token, fetch, label }: Place,
  commands: readonly (readonly string[])[],
): Promise<RedisReply[]> {
  const service = `${label}: Upstash`
  const response = await callService({ service, fetch }, `${url.trim().replace(/\/+$/, '')}/pipeline`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(commands),
  })
  const replies = await readResponse(service, response, repliesSchema)
  return replies.map(({ result, error }) => {
    if (error !== undefined) {
      throw new AppError('UPSTREAM_FAILED', `${service} answered: ${error.slice(0, 200)}.`)
    }
    return (result ?? null) as RedisReply
  })
}
