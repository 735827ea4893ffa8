// Plain routes, because the body may be a multipart form and clients on other sites call them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { abortOnDisconnect } from '#server/http/abort-on-disconnect.ts'
import { toAppError } from '#server/http/errors.ts'
import { isFlowLimit, sendFlowLimit } from '#server/http/flow-limit.ts'
import { readBody } from '#server/http/form-parts.ts'
import { objectOf, readInput } from '#server/http/read-input.ts'
import { readForm } from '#server/http/uploads-form.ts'
import { authorizeVisitor } from '#server/http/visit.ts'
import type { RouteName } from '#server/policy.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { type acceptedUpsertSchema, upsertInput, upsertResultSchema } from '#shared/upserts.ts'
import type { StartedUpsert } from './upsert-history.service.ts'
import { upsertDocs, upsertDraftDocs } from './upserts.docs.ts'

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
    const closed = abortOnDisconnect(reply)
    const { caller, ...visitor } = await authorizeVisitor(
      route,
      { request, reply, services },
      { writes: true },
    )
    const { body, files } = await readBody(request, readForm)
    const input = readInput(upsertInput, { ...objectOf(body), id: request.params.id })
    try {
      const options = { isDraft, visitor, files }
      const started = await services.upserts.start(caller ?? rejectStranger(), input, options)
      const isAsync = wantsNoWait(request)
      const result = isAsync ? undefined : await services.upserts.result(started.jobId, closed)
      // The job goes on without its caller.
      return result ? upsertResultSchema.parse(result) : reply.code(202).send(accepted(started))
    } catch (error) {
      const failure = toAppError(error)
      if (isFlowLimit(failure)) {
        return sendFlowLimit(failure, reply)
      }
      throw error
    }
  }
}

/** `Prefer: respond-async` of RFC 7240. */
function wantsNoWait({ headers: { prefer } }: FastifyRequest) {
  return [prefer].flat().some((preference) => /(^|,)\s*respond-async\s*(,|;|$)/i.test(preference ?? ''))
}

function accepted(started: StartedUpsert): z.infer<typeof acceptedUpsertSchema> {
  return { ...started, status: 'PROCESSING', result: 'Upsert started. Its result will be in the history.' }
}

function rejectStranger(): never {
  throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
}
