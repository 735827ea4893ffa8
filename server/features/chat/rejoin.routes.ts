// A plain route, because the response is a stream and access depends on the requesting page.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { abortOnDisconnect } from '#server/http/abort-on-disconnect.ts'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { readInput } from '#server/http/read-input.ts'
import { authorizeVisitor, linkOriginOf } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { rejoinInput } from '#shared/chat.ts'
import { predictionEventSchema } from '#shared/prediction-response.ts'
import { endWithFailure, openStream, streamAnswer } from './chat.routes.ts'
import type { PastAnswer } from './chat.service.ts'
import { closingFrames, extraFrames, frame, HEARTBEAT, HEARTBEAT_MS } from './chat-frames.ts'
import { type FileLinks, fileLinksTo } from './file-links.ts'

const docs: PlainRouteDocs = {
  id: 'rejoinAnswer',
  tag: 'Predictions',
  summary: 'Read an answer again',
  description:
    'For a client that has lost its connection: the answer to a question sent with a `questionId`, from its beginning and to its end. While it is being written, the answer goes on for 30 seconds without a reader.',
  parameters: { chatId: 'Id of the chat.', questionId: 'As sent with the question.' },
  query: rejoinInput,
  response: {
    'text/event-stream': { schema: predictionEventSchema, example: { event: 'token', data: 'Flow' } },
  },
  otherStatuses: { 204: 'The question has not arrived.' },
  errors: [404],
}

type ReceivedRequest = FastifyRequest<{ Params: { id: string } }>

export function mountRejoin(rest: FastifyInstance, services: Services) {
  rest.get('/chatbot/:id/answer', { config: { docs } }, async (request: ReceivedRequest, reply) => {
    const route = 'GET /api/v1/chatbot/:id/answer'
    const visitor = await authorizeVisitor(route, { request, reply, services }, { writes: false })
    const asked = readInput(rejoinInput, request.query)
    const found = await services.chat.rejoin(request.params.id, asked, visitor)
    if (!found) {
      return reply.code(204).send()
    }
    // The first reader hears the answer.
    const links = fileLinksTo(linkOriginOf(request, services))
    return 'read' in found
      ? streamPast(found, reply, links)
      : streamAnswer(found, reply, { aloud: async () => undefined, links })
  })
}

async function streamPast(answer: PastAnswer, reply: FastifyReply, links: FileLinks) {
  const signal = abortOnDisconnect(reply)
  openStream(reply)
  const beat = setInterval(() => reply.raw.write(HEARTBEAT), HEARTBEAT_MS)
  try {
    const { reply: past, isStopped } = await answer.read(signal)
    const stored = links.inReply(past)
    reply.raw.end(
      (stored.text ? frame('token', stored.text) : '') +
        extraFrames(stored) +
        (isStopped ? frame('abort', '[DONE]') : '') +
        closingFrames(stored),
    )
  } catch (error) {
    endWithFailure(error, reply)
  } finally {
    clearInterval(beat)
  }
  return reply
}
