// Plain routes, because access depends on the requesting page: a flow may be limited to some sites.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { authorizeVisitor } from '#server/http/visit.ts'
import type { RouteName } from '#server/policy.ts'
import type { Services } from '#server/services.ts'
import { defaultAppearance } from '#shared/chat-look.ts'
import { uploadInfoSchema } from '#shared/chatbot.ts'
import { visitorChatSchema } from '#shared/visitor-chat.ts'

type ReceivedRequest = FastifyRequest<{ Params: { id: string } }>

const configDocs: PlainRouteDocs = {
  id: 'getChatbotConfig',
  tag: 'Chatbots',
  summary: 'Get the settings of a chatbot',
  description: 'The theme and chat settings stored on the flow, and what may be sent with a question.',
  response: z.looseObject({ uploads: uploadInfoSchema, flowData: z.string(), isTTSEnabled: z.boolean() }),
}
const uploadsDocs: PlainRouteDocs = {
  id: 'getUploadInfo',
  tag: 'Chatbots',
  summary: 'Get which files a flow accepts',
  response: uploadInfoSchema,
}
const publicFlowDocs: PlainRouteDocs = {
  id: 'getPublicFlow',
  tag: 'Chatbots',
  summary: 'Get a public flow',
  description: 'Its name, chat settings and start form. Nodes and credentials are left out.',
  response: z.looseObject({ id: z.string(), name: z.string() }),
  errors: [404],
}

const visitorChatDocs: PlainRouteDocs = {
  id: 'getVisitorChat',
  tag: 'Chatbots',
  summary: 'Get what a visitor’s chat shows and accepts',
  description: 'What the hosted page and the website widget read before the first question.',
  response: visitorChatSchema,
  responseExample: {
    ...{ id: 'b7a0c2f4-5f0e-4f6e-9d0a-3c1b2a4d5e6f', name: 'Museum', appearance: defaultAppearance },
    offers: {
      ...{ images: [], speech: false, feedback: true, voice: 'off' },
      starterPrompts: ['When are you open?'],
    },
  },
  errors: [404],
}

export function mountChatbot(rest: FastifyInstance, services: Services) {
  rest.get(
    '/public-chatbotConfig/:id',
    { config: { docs: configDocs } },
    async (request: ReceivedRequest, reply) =>
      services.chatbot.config(
        await visitOf('GET /api/v1/public-chatbotConfig/:id', request, reply, services),
      ),
  )

  rest.get(
    '/public-chatflows/:id',
    { config: { docs: publicFlowDocs } },
    async (request: ReceivedRequest, reply) =>
      services.chatbot.publicFlow(
        await visitOf('GET /api/v1/public-chatflows/:id', request, reply, services),
      ),
  )

  rest.get(
    '/chatflows-uploads/:id',
    { config: { docs: uploadsDocs } },
    async (request: ReceivedRequest, reply) =>
      services.chatbot.uploads(await visitOf('GET /api/v1/chatflows-uploads/:id', request, reply, services)),
  )

  rest.get('/chatbot/:id', { config: { docs: visitorChatDocs } }, async (request: ReceivedRequest, reply) =>
    services.chatbot.visitorChat(await visitOf('GET /api/v1/chatbot/:id', request, reply, services)),
  )
}

async function visitOf(route: RouteName, request: ReceivedRequest, reply: FastifyReply, services: Services) {
  const { caller, page } = await authorizeVisitor(route, { request, reply, services }, { writes: false })
  return { flowId: request.params.id, caller, page }
}
