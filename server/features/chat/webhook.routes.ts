// Plain routes, because the raw bytes matter: a signature covers them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorize } from '#server/guard.ts'
import { toAppError } from '#server/http/errors.ts'
import { isFlowLimit, sendFlowLimit } from '#server/http/flow-limit.ts'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import type { Services } from '#server/services.ts'
import { predictionEventSchema, predictionResponseSchema } from '#shared/prediction-response.ts'
import { sendAnswer, streamAnswer } from './chat.routes.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

const ids: Record<Method, string> = {
  GET: 'receiveWebhookGet',
  POST: 'receiveWebhook',
  PUT: 'receiveWebhookPut',
  PATCH: 'receiveWebhookPatch',
  DELETE: 'receiveWebhookDelete',
}

const docsOf = (method: Method): PlainRouteDocs => ({
  id: ids[method],
  tag: 'Triggers',
  summary: `Start a flow by a webhook (${method})`,
  description:
    'For flows that start with a webhook and listen. The start node sets the method, the content type, required parameters and the signature. A repeated delivery gets the answer of the first one. With the fields `chatId` and `humanInput` in the body, a waiting run goes on.',
  ...(method !== 'GET' &&
    method !== 'DELETE' && {
      body: {
        'application/json': z.record(z.string(), z.json()),
        'application/x-www-form-urlencoded': z.record(z.string(), z.string()),
      },
    }),
  response: {
    'application/json': predictionResponseSchema,
    'text/event-stream': { schema: predictionEventSchema, example: { event: 'token', data: 'Flow' } },
  },
  otherStatuses: { 202: 'The run goes on; its result is sent to the callback address.' },
  errors: [400, 401, 402, 404, 405, 409, 413, 415, 429],
})

export async function mountWebhooks(rest: FastifyInstance, services: Services) {
  await rest.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_, body, done) =>
      done(null, body),
    )
    for (const method of methods) {
      scope.route({
        method,
        url: '/webhook/:id',
        exposeHeadRoute: false,
        config: { docs: docsOf(method) },
        handler: (request: FastifyRequest<{ Params: { id: string } }>, reply) =>
          receive(`${method} /api/v1/webhook/:id`, request, reply, services),
      })
    }
  })
}

async function receive(
  route: `${Method} /api/v1/webhook/:id`,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  services: Services,
) {
  // The signature alone decides: sessions and keys of this server have no effect.
  authorize(route, { caller: null, xsrf: false }, true)
  const { method, headers, query, params, body, ip: address } = request
  const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  try {
    const received = await services.triggers.receive(params.id, {
      ...{ method, headers, raw, address },
      query: query as Record<string, unknown>,
    })
    switch (received.kind) {
      case 'accepted': {
        const { chatId, executionId } = received
        return reply.code(202).send({ chatId, executionId, status: 'PROCESSING' })
      }
      case 'again':
        return received.reply
      case 'stream':
        return await streamAnswer(received.answering, reply, { aloud: async () => undefined })
      default:
        return await sendAnswer(received.answering, reply)
    }
  } catch (error) {
    const failure = toAppError(error)
    return isFlowLimit(failure) ? sendFlowLimit(failure, reply) : Promise.reject(error)
  }
}
