import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '../../guarded-fetch.ts'
import { createEmbedPort } from '../embeddings.ts'

type Seen = { path: string | undefined; host: string; headers: NodeJS.Dict<string | string[]>; body: unknown }
export type WireReply = { status?: number; body: unknown }

/** For tests: replays an embedding provider. Its own address leads here; `host` is the intended host. */
export async function openEmbeddingWire(...replies: WireReply[]) {
  const seen: Seen[] = []
  const { origin } = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const text = Buffer.concat(chunks).toString()
    seen.push({
      path: request.url,
      host: target.shift() ?? '',
      headers: request.headers,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    })
    const { status = 200, body } = replies[Math.min(seen.length, replies.length) - 1] ?? { body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const target: string[] = []
  const guarded = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
  const fetch: typeof guarded = (url, init) => {
    target.push(new URL(String(url)).host)
    return guarded(String(url).replace(/^https?:\/\/[^/]+/, origin), init)
  }
  return { seen, embed: createEmbedPort({ fetch, sandboxUrl: () => `${origin}/v1` }) }
}
