// Plain routes, because the body may be a multipart form and clients on other sites call them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { abortOnDisconnect } from '#server/http/abort-on-disconnect.ts'
import { toAppError } from '#server/http/errors.ts'
import { isFlowLimit, sendFlowLimit } from '#server/http/flow-limit.ts'
import { readBody } from '#server/http/form-parts.ts'
import { objectOf, readInput } from '#server/http/read-input.ts'
import { authorizeVisitor } from '#server/http/visit.ts'
import type { RouteName } from '#server/policy.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { upsertInput, upsertResult } from '#shared/upsert.ts'
import { readForm } from './uploads-form.ts'
import { upsertDocs, upsertDraftDocs } from './upsert.docs.ts'

type UpsertRequest = FastifyRequest<{ Params: { id: string } }>

export function mountUpsert(app: FastifyInstance, services: Services) {
  app.post('/vector/upsert/:id', { config: { docs: upsertDocs } }, (request: UpsertRequest, reply) =>
    upsert('POST /api/v1/vector/upsert/:id', request, reply, false),
  )

  app.post(
    '/vector/internal-upsert/:id',
    { config: { docs: upsertDraftDocs } },
    (request: UpsertRequest, reply) =>
      upsert('POST /api/v1/vector/internal-upsert/:id', request, reply, true),
  )

  async function upsert(route: RouteName, request: UpsertRequest, reply: FastifyReply, isDraft: boolean) {
    const signal = abortOnDisconnect(reply)
    const visitor = await authorizeVisitor(route, { request, reply, services }, { writes: true })
    const userId = visitor.caller?.id ?? rejectStranger()
    const { body, files } = await readBody(request, readForm)
    const input = readInput(upsertInput, { ...objectOf(body), id: request.params.id })
    try {
      return upsertResult.parse(
        await services.chat.upsert(userId, input, { isDraft, visitor, files, signal }),
      )
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
