// Plain routes, because the page that asks matters here: a flow may be for some sites alone.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readInput } from '#server/http/read-input.ts'
import { enterAsVisitor } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { changeFeedbackInput, giveFeedbackInput } from '#shared/feedback.ts'

type Asked = FastifyRequest<{ Params: { id: string } }>

export function mountFeedback(rest: FastifyInstance, services: Services) {
  const give = async (door: string, request: FastifyRequest, reply: FastifyReply, flowId?: string) => {
    const visitor = await enterAsVisitor(door, { request, reply, services }, { writes: true })
    const input = readInput(giveFeedbackInput, request.body)
    return services.feedback.give(flowId ?? input.chatflowid ?? refuseNameless(), input, visitor)
  }
  rest.post('/feedback', (request, reply) => give('POST /api/v1/feedback', request, reply))
  rest.post('/feedback/:id', (request: Asked, reply) =>
    give('POST /api/v1/feedback/:id', request, reply, request.params.id),
  )

  rest.put('/feedback/:id', async (request: Asked, reply) => {
    const door = 'PUT /api/v1/feedback/:id'
    const visitor = await enterAsVisitor(door, { request, reply, services }, { writes: true })
    return services.feedback.change(request.params.id, readInput(changeFeedbackInput, request.body), visitor)
  })
}

function refuseNameless(): never {
  throw new AppError('INVALID_INPUT', 'Name the flow as chatflowid.')
}
