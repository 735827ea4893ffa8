import type { FastifyReply } from 'fastify'
import type { AppError } from '#shared/errors.ts'

/** The owner's rate limit message is sent as plain text, as Flowise's clients expect. */
export function sendFlowLimit({ status, details, message }: AppError, reply: FastifyReply) {
  return reply
    .code(status)
    .header('retry-after', String(details?.retryAfterSeconds))
    .type('text/plain; charset=utf-8')
    .send(message)
}

export function isFlowLimit({ details }: AppError) {
  return details?.limitedBy === 'flow'
}
