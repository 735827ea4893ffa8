import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { createRequestId, REQUEST_ID_HEADER } from '../telemetry/request-id.ts'
import { requireShallowJson } from './deep-json.ts'
import { toAppError } from './errors.ts'

/** Bodies are JSON in UTF-8 or empty, whatever their content type. Routes with other bodies add a parser. */
export function acceptJsonOnly(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) {
      done(null, undefined)
      return
    }
    try {
      const text = readText(body)
      requireShallowJson(text)
      parseJson(request, text, done)
    } catch (error) {
      done(toAppError(error))
    }
  })
}

function readText(body: Buffer) {
  if (!isUtf8(body)) {
    throw new AppError('INVALID_INPUT', 'The body is not valid UTF-8.')
  }
  return body.toString()
}

/** Node's own rejection has no body. HTTP/1.0 requests need no Host header. */
export function rejectWithoutHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (headers.host === undefined && raw.httpVersion === '1.1') {
      throw new AppError('INVALID_INPUT', 'The Host header is required.')
    }
  })
}

/** Node's own rejection has no body. `Expect: 100-continue` never reaches this handler. */
export function rejectExpectations(app: FastifyInstance) {
  app.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const error = new AppError('EXPECTATION_FAILED', 'The Expect header is not supported.')
    const requestId = createRequestId()
    const body = JSON.stringify(error.toBody(requestId))
    const more = { 'content-length': Buffer.byteLength(body), [REQUEST_ID_HEADER]: requestId }
    response.writeHead(error.status, { ...errorHeaders, ...more, connection: 'close' })
    response.end(body)
  })
}

const errorHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Handles input that is not a valid HTTP request: oversized, slow or malformed headers. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    return
  }
  if (socket.writable) {
    socket.write(toResponse(toRequestError(error)))
  }
  socket.destroy(error)
}

function toRequestError(error: Error) {
  const known = toAppError(error)
  return known.code === 'INTERNAL'
    ? new AppError('INVALID_INPUT', 'This is not a valid HTTP request.', { cause: error })
    : known
}

function toResponse(error: AppError) {
  const requestId = createRequestId()
  const body = JSON.stringify(error.toBody(requestId))
  return [
    `HTTP/1.1 ${error.status} ${error.code}`,
    ...Object.entries(errorHeaders).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
