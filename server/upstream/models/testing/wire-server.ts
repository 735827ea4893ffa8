import Fastify, { type FastifyReply } from 'fastify'
import { onTestFinished } from 'vitest'
import type { ChatPiece, ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import { createGuardedFetch } from '../../guarded-fetch.ts'
import { createChatPort } from '../chat-model.ts'
import { createListModels } from '../list-models.ts'

type Seen = {
  method: string | undefined
  path: string | undefined
  headers: NodeJS.Dict<string | string[]>
  body: unknown
}
export type Reply = {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  chunks?: (string | Uint8Array)[]
  type?: string
  isCut?: boolean
}

/** For tests: replays a provider. The provider's own address leads here, so only the network is replaced. */
export async function openWire(...replies: Reply[]) {
  const seen: Seen[] = []
  const app = Fastify()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.all('/*', async ({ method, url: path, headers, body }, reply) => {
    seen.push({ method, path, headers, body })
    reply.hijack()
    await write(reply, replies[Math.min(seen.length, replies.length) - 1] ?? {})
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  const { host } = new URL(origin)
  const guarded = createGuardedFetch({ allow: [host], own: () => undefined })
  const fetch: typeof guarded = (url, init) => guarded(String(url).replace(/^https?:\/\/[^/]+/, origin), init)
  const outside = { fetch, sandboxUrl: () => `${origin}/v1` }
  return { seen, chat: createChatPort(outside), listModels: createListModels(outside) }
}

async function write({ raw }: FastifyReply, { status = 200, headers, body, chunks, type, isCut }: Reply) {
  const contentType = type ?? (chunks ? 'text/event-stream' : 'application/json')
  raw.writeHead(status, { ...headers, 'content-type': contentType })
  for (const chunk of chunks ?? []) {
    raw.write(chunk)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  if (isCut) {
    raw.socket?.destroySoon()
    return
  }
  raw.end(typeof body === 'string' ? body : chunks ? undefined : JSON.stringify(body ?? {}))
}

export async function callProvider(
  wire: Pick<Awaited<ReturnType<typeof openWire>>, 'chat'>,
  settings: ModelSettings,
  {
    stream,
    signal = new AbortController().signal,
    ...request
  }: ChatRequest & { stream: boolean; signal?: AbortSignal },
) {
  const pieces: ChatPiece[] = []
  const calls = wire.chat(settings, request, { stream, signal })
  let step = await calls.next()
  while (!step.done) {
    pieces.push(step.value)
    step = await calls.next()
  }
  return { pieces, reply: step.value }
}

export function frames(...data: unknown[]): string[] {
  return data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`)
}

export function named(...events: { type: string }[]): string[] {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}
