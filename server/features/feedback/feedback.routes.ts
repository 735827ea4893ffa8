// Plain routes, because access depends on the requesting page: a flow may be limited to some sites.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { readInput } from '#server/http/read-input.ts'
import { authorizeVisitor } from '#server/http/visit.ts'
import type { RouteName } from '#server/policy.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { changeFeedbackInput, createFeedbackInput, feedbackSchema } from '#shared/feedback.ts'

type ReceivedRequest = FastifyRequest<{ Params: { id: string } }>

const createDocs: PlainRouteDocs = {
  id: 'createFeedback',
  tag: 'Feedback',
  summary: 'Rate an answer',
  description: 'The body names the flow as `chatflowid`.',
  body: createFeedbackInput,
  response: feedbackSchema,
  errors: [404],
}
const createForFlowDocs: PlainRouteDocs = {
  ...createDocs,
  id: 'createFeedbackForFlow',
  summary: 'Rate an answer of a flow',
  description: 'As `createFeedback`, with the flow in the path.',
}
const changeDocs: PlainRouteDocs = {
  id: 'updateFeedback',
  tag: 'Feedback',
  summary: 'Change a rating',
  parameters: { id: 'Id of the feedback.' },
  body: changeFeedbackInput,
  response: feedbackSchema,
}

export function mountFeedback(rest: FastifyInstance, services: Services) {
  const create = async (route: RouteName, request: FastifyRequest, reply: FastifyReply, flowId?: string) => {
    const visitor = await authorizeVisitor(route, { request, reply, services }, { writes: true })
    const input = readInput(createFeedbackInput, request.body)
    return services.feedback.create(flowId ?? input.chatflowid ?? rejectNameless(), input, visitor)
  }
  rest.post('/feedback', { config: { docs: createDocs } }, (request, reply) =>
    create('POST /api/v1/feedback', request, reply),
  )
  rest.post('/feedback/:id', { config: { docs: createForFlowDocs } }, (request: ReceivedRequest, reply) =>
    create('POST /api/v1/feedback/:id', request, reply, request.params.id),
  )

  rest.put('/feedback/:id', { config: { docs: changeDocs } }, async (request: ReceivedRequest, reply) => {
    const route = 'PUT /api/v1/feedback/:id'
    const visitor = await authorizeVisitor(route, { request, reply, services }, { writes: true })
    return services.feedback.change(request.params.id, readInput(changeFeedbackInput, request.body), visitor)
  })
}

function rejectNameless(): never {
  throw new AppError('INVALID_INPUT', 'Name the flow as chatflowid.')
}
