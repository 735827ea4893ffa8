import type { FastifyReply } from 'fastify'
import { AppError } from '#shared/errors.ts'

/**
 * Aborted when the client disconnects before its response is complete. Fastify's `request.signal` also follows the end of
 * the request's body, and misses a disconnect after it.
 */
export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) {
      controller.abort(new AppError('STOPPED', 'The client has gone away.'))
    }
  })
  return controller.signal
}
