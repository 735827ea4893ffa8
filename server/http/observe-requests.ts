import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '#shared/errors.ts'
import { isEndpoint } from '../policy.ts'
import { requestDuration, requestsInFlight, streamsOpen } from '../telemetry/metrics/instruments.ts'
import { inRequest, type RequestContext } from '../telemetry/request-context.ts'
import { REQUEST_ID_HEADER } from '../telemetry/request-id.ts'
import { currentTracer } from '../telemetry/tracer.ts'
import { isAsset } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
  interface FastifyInstance {
    recordError: RecordError
  }
}

type RecordError = (failure: { error: AppError; route: string; requestId: string }) => void

/** No response was sent: nginx's status for a client that has gone. */
const GONE = 499
const MAX_LISTENERS = 20
const statusClasses = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx']

/**
 * Gives every request its id, measures and logs it, and makes it the context of the work it starts. A request that asks
 * for a WebSocket ends only with its connection, so it is counted with the subscriptions.
 */
export function observeRequests(app: FastifyInstance, recordError: RecordError) {
  app.decorate('recordError', recordError)
  app.addHook('onRequest', (request, reply, done) => {
    const { id, headers } = request
    const trace = currentTracer()?.startRequest(headers.traceparent)
    request.context = { id, trace }
    // A built file is found or not: on sign-in, its id would only be 400 more bytes. An error has one (app.ts).
    if (!isAsset.test(request.url)) {
      reply.header(REQUEST_ID_HEADER, id)
    }
    if (headers.upgrade === undefined) {
      watchResponse(request, reply.raw)
    }
    done()
  })
  app.addHook('preValidation', (request, _, done) => inRequest(request.context, done))
}

function watchResponse(request: FastifyRequest, response: FastifyReply['raw']) {
  const start = performance.now()
  const isStream = request.headers.accept === 'text/event-stream'
  requestsInFlight.add(1)
  if (isStream) {
    streamsOpen.add(1, 'sse')
  }
  // Streams of files add ten listeners of their own.
  response.setMaxListeners(MAX_LISTENERS)
  // Unlike Fastify's `onResponse`, it is also emitted when the client has gone.
  response.once('close', () => {
    requestsInFlight.add(-1)
    if (isStream) {
      streamsOpen.add(-1, 'sse')
    }
    report(request, response.writableEnded ? response.statusCode : GONE, performance.now() - start)
  })
}

function report(request: FastifyRequest, status: number, ms: number) {
  const { method, log } = request
  const route = routeOf(request)
  requestDuration.observe(ms / 1_000, method, route, statusClasses[Math.floor(status / 100)] ?? 'other')
  if (request.context.trace) {
    currentTracer()?.endRequest(request.context.trace, { method, route, status, ms })
  }
  log.info({ method, route, status, ms: Math.round(ms) }, 'Request')
}

/** Logs and records 5xx only; a 4xx is the caller's error. Returns the error. */
export function logFailure(error: AppError, request: FastifyRequest): AppError {
  if (error.status >= 500) {
    const { method, id: requestId, log, server } = request
    const route = routeOf(request)
    log.error({ err: error.cause ?? error, method, route }, error.message)
    server.recordError({ error, route: `${method} ${route}`, requestId })
  }
  return error
}

/**
 * The pattern of the route, never the address: it has few values, and tokens in a query reach no log. Of tRPC it is
 * the procedure; a batch of several is one route.
 */
function routeOf({ routeOptions, params }: FastifyRequest): string {
  const { url = 'unknown' } = routeOptions
  if (url === '/trpc/:path') {
    const { path = '' } = params as { path?: string }
    return isEndpoint(path) ? `/trpc/${path}` : url
  }
  return url
}
