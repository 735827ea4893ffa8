// Plain routes, because the raw bytes matter: the signatures of platforms cover them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorize } from '#server/guard.ts'
import { abortOnDisconnect } from '#server/http/abort-on-disconnect.ts'
import { toAppError } from '#server/http/errors.ts'
import { type PlainRouteDocs, plainText } from '#server/http/openapi/route-docs.ts'
import type { Services } from '#server/services.ts'

/** Meta sends up to 3 MB. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024
const methods = ['GET', 'POST'] as const
type Method = (typeof methods)[number]

const answerSchema = z.object({
  messageId: z.string(),
  text: z.string(),
  attachments: z
    .array(z.object({ name: z.string(), mimeType: z.string(), size: z.int(), url: z.string() }))
    .optional(),
})
const answersSchema = z.object({ messages: z.array(answerSchema) })

const docsOf = (method: Method): PlainRouteDocs => ({
  id: method === 'GET' ? 'checkChannelAddress' : 'receiveChannelEvents',
  tag: 'Channels',
  summary: method === 'GET' ? 'Confirm the address of a channel' : 'Receive events of a channel',
  description:
    'For the platform of the channel, which signs what it sends. Events are stored, and the flow answers afterwards. A channel that was disconnected answers 410. With `wait=1`, a generic webhook gets the answer in the response, too: it has the id with which it is sent to the address of the channel. After 30 seconds the response is 202, without messages.',
  ...(method === 'POST' && { body: { 'application/json': z.record(z.string(), z.json()) } }),
  ...(method === 'POST' && {
    query: z.object({ wait: z.literal('1').optional() }),
    parameters: { wait: 'Waits for the answer.' },
  }),
  response:
    method === 'POST'
      ? { 'text/plain': plainText(''), 'application/json': answersSchema }
      : { 'text/plain': plainText('') },
  ...(method === 'POST' && { otherStatuses: { 202: 'The answer is still being written.' } }),
  errors: [400, 401, 403, 410, 413],
})

export async function mountChannels(rest: FastifyInstance, services: Services) {
  await rest.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_, body, done) =>
      done(null, body),
    )
    for (const method of methods) {
      scope.route({
        method,
        url: '/channels/:id/events',
        exposeHeadRoute: false,
        config: { docs: docsOf(method) },
        handler: (request: FastifyRequest<{ Params: { id: string } }>, reply) =>
          receive(`${method} /api/v1/channels/:id/events`, request, reply, services),
      })
    }
  })
}

async function receive(
  route: `${Method} /api/v1/channels/:id/events`,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  services: Services,
) {
  // The signature alone decides: sessions and keys of this server have no effect.
  authorize(route, { caller: null, xsrf: false }, true)
  const { method, headers, query, params, body } = request
  const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  try {
    const sent = { method, headers, query: query as Record<string, unknown>, raw }
    const { challenge = '', awaitedKey } = await services.channels.receive(params.id, sent)
    if (awaitedKey !== undefined && sent.query.wait === '1') {
      const signal = abortOnDisconnect(reply)
      const messages = await services.channels.waitForAnswer(params.id, awaitedKey, signal)
      return reply.code(messages ? 200 : 202).send({ messages: messages ?? [] })
    }
    return reply.type('text/plain; charset=utf-8').send(challenge)
  } catch (error) {
    // Telegram gives an address up that is gone.
    return toAppError(error).code === 'NOT_FOUND' ? reply.code(410).send() : Promise.reject(error)
  }
}
