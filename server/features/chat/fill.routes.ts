// Plain routes, because the body may be a multipart form and clients on other sites call them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { abortOnDisconnect } from '#server/http/abort-on-disconnect.ts'
import { toAppError } from '#server/http/errors.ts'
import { isFlowLimit, sendFlowLimit } from '#server/http/flow-limit.ts'
import { readBody } from '#server/http/form-parts.ts'
import { objectOf, readInput } from '#server/http/read-input.ts'
import { enterAsVisitor } from '#server/http/visit.ts'
import type { RouteName } from '#server/policy.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { filledSchema, fillInput } from '#shared/fill-store.ts'
import { fillDocs, fillDraftDocs } from './fill.docs.ts'
import { readForm } from './uploads-form.ts'

type FillRequest = FastifyRequest<{ Params: { id: string } }>

export function mountFilling(app: FastifyInstance, services: Services) {
  app.post('/vector/upsert/:id', { config: { docs: fillDocs } }, (request: FillRequest, reply) =>
    fill('POST /api/v1/vector/upsert/:id', request, reply, false),
  )

  app.post(
    '/vector/internal-upsert/:id',
    { config: { docs: fillDraftDocs } },
    (request: FillRequest, reply) => fill('POST /api/v1/vector/internal-upsert/:id', request, reply, true),
  )

  async function fill(route: RouteName, request: FillRequest, reply: FastifyReply, isDraft: boolean) {
    const signal = abortOnDisconnect(reply)
    const visitor = await enterAsVisitor(route, { request, reply, services }, { writes: true })
    const userId = visitor.caller?.id ?? rejectStranger()
    const { body, files } = await readBody(request, readForm)
    const input = readInput(fillInput, { ...objectOf(body), id: request.params.id })
    try {
      return filledSchema.parse(await services.chat.fill(userId, input, { isDraft, visitor, files, signal }))
    } catch (error) {
      const failure = toAppError(error)
      if (isFlowLimit(failure)) {
        return sendFlowLimit(failure, reply)
      }
      throw error
    }
  }
}

function rejectStranger(): never {
  throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
}
