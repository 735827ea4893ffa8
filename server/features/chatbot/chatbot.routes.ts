// Plain routes, because the page that asks matters here: a flow may be for some sites alone.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { enterAsVisitor } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'

type Asked = FastifyRequest<{ Params: { id: string } }>

export function mountChatbot(rest: FastifyInstance, services: Services) {
  rest.get('/public-chatbotConfig/:id', async (request: Asked, reply) =>
    services.chatbot.config(await visitOf('GET /api/v1/public-chatbotConfig/:id', request, reply, services)),
  )

  rest.get('/public-chatflows/:id', async (request: Asked, reply) =>
    services.chatbot.publicFlow(await visitOf('GET /api/v1/public-chatflows/:id', request, reply, services)),
  )

  rest.get('/chatflows-uploads/:id', async (request: Asked, reply) =>
    services.chatbot.uploads(await visitOf('GET /api/v1/chatflows-uploads/:id', request, reply, services)),
  )
}

async function visitOf(door: string, request: Asked, reply: FastifyReply, services: Services) {
  const { caller, page } = await enterAsVisitor(door, { request, reply, services }, { writes: false })
  return { flowId: request.params.id, caller, page }
}
