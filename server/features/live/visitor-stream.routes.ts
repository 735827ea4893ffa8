// Plain routes, because the response is a stream, and access depends on the requesting page.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { readInput } from '#server/http/read-input.ts'
import { authorizeVisitor } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { type VisitorEvent, visitorEventSchema } from '#shared/visitor-events.ts'

const BEAT_MS = 25_000
/** A visitor who reads slower than that is dropped, and continues from the last message. */
const MAX_BEHIND_BYTES = 256 * 1024

const query = z.object({
  /** Number of the last message the client has. */
  after: z.coerce.number<string>().int().min(0).optional(),
})
const typingInput = z.object({ isTyping: z.boolean() })
const seenInput = z.object({
  /** Number of the newest message of an operator that was shown. */
  sequence: z.int().min(1),
})

const docs: PlainRouteDocs = {
  id: 'watchChat',
  tag: 'Chatbots',
  summary: 'Watch a conversation as its visitor',
  description:
    'Server-sent events: messages of operators as soon as they are written, whether AI answers, and who types. A client continues with the header `Last-Event-ID`, or with `after`.',
  query,
  parameters: {
    chatId: 'The conversation.',
    after: 'Number of the last message that the client has. By default only later ones are sent.',
  },
  response: { 'text/event-stream': { schema: visitorEventSchema } },
  errors: [404, 429],
}
const typingDocs: PlainRouteDocs = {
  id: 'reportTyping',
  tag: 'Chatbots',
  summary: 'Tell operators that the visitor types',
  parameters: { chatId: 'The conversation.' },
  body: typingInput,
  response: z.object({ status: z.literal('OK') }),
  errors: [404, 429],
}

const seenDocs: PlainRouteDocs = {
  ...typingDocs,
  id: 'reportSeen',
  summary: 'Tell operators what the visitor has seen',
  body: seenInput,
}

type Received = FastifyRequest<{ Params: { id: string; chatId: string } }>

export function mountVisitorStream(rest: FastifyInstance, services: Services) {
  const open = new Set<FastifyReply>()
  rest.addHook('preClose', async () => {
    for (const { raw } of open) {
      raw.end()
    }
  })

  rest.get('/chat-events/:id/:chatId', { config: { docs } }, async (request: Received, reply) => {
    const route = 'GET /api/v1/chat-events/:id/:chatId'
    const visitor = await authorizeVisitor(route, { request, reply, services }, { writes: false })
    const { id: flowId, chatId } = request.params
    const stream = createStream(reply)
    const leave = await services.visitorStream.watch(
      { flowId, chatId },
      visitor,
      lastOf(request),
      stream.send,
    )
    open.add(reply)
    const beat = setInterval(stream.beat, BEAT_MS)
    reply.raw.once('close', () => {
      clearInterval(beat)
      open.delete(reply)
      leave()
    })
    stream.open()
    return reply
  })

  rest.post(
    '/chat-events/:id/:chatId/typing',
    { config: { docs: typingDocs } },
    async (request: Received, reply) => {
      const route = 'POST /api/v1/chat-events/:id/:chatId/typing'
      const visitor = await authorizeVisitor(route, { request, reply, services }, { writes: true })
      const { id: flowId, chatId } = request.params
      const { isTyping } = readInput(typingInput, request.body)
      await services.visitorStream.reportTyping({ flowId, chatId }, visitor, isTyping)
      return { status: 'OK' as const }
    },
  )

  rest.post(
    '/chat-events/:id/:chatId/seen',
    { config: { docs: seenDocs } },
    async (request: Received, reply) => {
      const route = 'POST /api/v1/chat-events/:id/:chatId/seen'
      const visitor = await authorizeVisitor(route, { request, reply, services }, { writes: true })
      const { id: flowId, chatId } = request.params
      const { sequence } = readInput(seenInput, request.body)
      await services.visitorStream.reportSeen({ flowId, chatId }, visitor, sequence)
      return { status: 'OK' as const }
    },
  )
}

/** The header of a browser that reconnects wins over the address it was opened with. */
function lastOf({ headers, query: received }: Received): number | undefined {
  const last = headers['last-event-id']
  return typeof last === 'string' && /^\d{1,9}$/.test(last) ? Number(last) : readInput(query, received).after
}

/** Events before the headers are sent wait for them. */
function createStream(reply: FastifyReply) {
  const { raw } = reply
  let isOpen = false
  let waiting = ''
  let sequence = 0

  function write(text: string) {
    if (!isOpen) {
      waiting += text
    } else if (raw.writableLength > MAX_BEHIND_BYTES) {
      raw.destroy()
    } else if (!raw.destroyed) {
      raw.write(text)
    }
  }

  return {
    open() {
      reply.hijack()
      const headers = reply.getHeaders() as Record<string, string>
      raw.writeHead(200, { ...headers, ...eventStream })
      isOpen = true
      // Some proxies pass nothing on before the first byte.
      write(`:open\n\n${waiting}`)
    },
    send(event: VisitorEvent) {
      sequence = event.event === 'typing' ? sequence : event.sequence
      write(`id: ${sequence}
event: ${event.event}
data: ${JSON.stringify(event)}

`)
    },
    beat: () => write(':heartbeat\n\n'),
  }
}

const eventStream = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
}
