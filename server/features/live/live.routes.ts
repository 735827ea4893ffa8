// Plain routes, because WebSockets are no requests with a response.

import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createContext } from '#server/context.ts'
import { authorize } from '#server/guard.ts'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import type { Services } from '#server/services.ts'
import { ALL_FLOWS } from '#shared/all-flows.ts'
import { AppError } from '#shared/errors.ts'
import { liveFrameSchema } from '#shared/live.ts'
import { createWatchers } from './watchers.ts'

const ROUTE = 'GET /api/v1/view-messages/:chatflowId/ws'
/** Requests of operators are short. */
const MAX_REQUEST_BYTES = 16 * 1024

const docs: PlainRouteDocs = {
  id: 'watchMessages',
  tag: 'Messages',
  summary: 'Watch conversations over a WebSocket',
  description:
    'Send `{"type":"subscribe","chatflowId":…}` once it is open. `chatflowId` may be `all`. Each frame of the server is one JSON object, as described here.',
  query: z.object({ token: z.string(), connectionId: z.string().optional() }),
  parameters: {
    chatflowId: 'The flow, or `all` for every flow the caller may read.',
    token: 'The token of a session. It appears in no log.',
    connectionId: 'Repeated in the frame `connected`.',
  },
  response: liveFrameSchema,
  otherStatuses: { 101: 'The WebSocket is open.', 426: 'The request did not ask for a WebSocket.' },
  errors: [401, 404],
}

export const isWebSocketPath = (url: string) => /^\/api\/v1\/view-messages\/[^/?]+\/ws(\?|$)/.test(url)

type Received = FastifyRequest<{
  Params: { chatflowId: string }
  Querystring: { token?: string; connectionId?: string }
}>

export async function mountLive(rest: FastifyInstance, services: Services) {
  const watchers = createWatchers(services)
  rest.addHook('preClose', async () => watchers.close())
  await rest.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: MAX_REQUEST_BYTES, perMessageDeflate: false },
      errorHandler: (_, socket) => socket.terminate(),
    })
    scope.route({
      method: 'GET',
      url: '/view-messages/:chatflowId/ws',
      exposeHeadRoute: false,
      config: { docs },
      onRequest: async (request: Received) => takeToken(request),
      preValidation: async (request: Received, reply) => requireWatcher(request, reply, services),
      handler: async (_, reply) => reply.code(426).header('upgrade', 'websocket').send('Upgrade Required'),
      wsHandler: (socket, request) => {
        const { params, query, raw, watcher } = request as Received
        if (watcher) {
          const { connectionId = services.newId() } = query
          watchers.add({ socket, tcp: raw.socket, chatflowId: params.chatflowId, connectionId, ...watcher })
        }
      },
    })
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    watcher?: Awaited<ReturnType<typeof findWatcher>>
  }
}

/** Browsers cannot send headers with a WebSocket. The address is cut, so that no log ever shows the token. */
function takeToken({ query, headers, raw }: Received) {
  raw.url = raw.url?.replace(/\?.*$/s, '')
  if (query.token) {
    headers.authorization = `Bearer ${query.token}`
  }
  // The page of any site can open a WebSocket with the cookies of this one.
  delete headers.cookie
}

async function requireWatcher(request: Received, reply: FastifyReply, services: Services) {
  request.watcher = await findWatcher(request, reply, services)
}

async function findWatcher(request: Received, reply: FastifyReply, services: Services) {
  request.cookies = {}
  const ctx = await createContext(request, reply, services)
  authorize(ROUTE, ctx, false)
  const { chatflowId } = request.params
  const caller = ctx.caller ?? rejectStranger()
  const watched = await services.inbox.scopeOf(caller, chatflowId === ALL_FLOWS ? undefined : chatflowId)
  const header = request.headers.authorization ?? ''
  return { caller, watched, isStillAllowed: () => isStillAllowed(header, chatflowId, services, ctx.origin) }
}

/** A session may have ended, and a role may have been taken away. */
async function isStillAllowed(
  header: string,
  chatflowId: string,
  { auth, inbox }: Services,
  origin: Parameters<Services['auth']['authenticate']>[1],
) {
  try {
    const caller = await auth.authenticate(header, origin)
    await inbox.scopeOf(caller, chatflowId === ALL_FLOWS ? undefined : chatflowId)
    return true
  } catch {
    return false
  }
}

function rejectStranger(): never {
  throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
}
