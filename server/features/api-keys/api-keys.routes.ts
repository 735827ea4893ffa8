// Plain routes, because the key is part of the path and one of them responds in plain text.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorize } from '#server/guard.ts'
import { type PlainRouteDocs, plainText } from '#server/http/openapi/route-docs.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { flowSchema } from '#shared/flows.ts'

/** Per address. A key has 256 random bits, so this limit only prevents useless load. */
const keyTries = { max: 60, windowMs: 10 * 60_000 }

const verifyDocs: PlainRouteDocs = {
  id: 'verifyApiKey',
  tag: 'API keys',
  summary: 'Check an API key',
  parameters: { apikey: 'The key itself.' },
  response: { 'text/plain': plainText('OK') },
  errors: [401, 429],
}
const flowsDocs: PlainRouteDocs = {
  ...verifyDocs,
  id: 'listFlowsOfApiKey',
  summary: 'List the flows of an API key',
  parameters: { apikey: 'The key itself.', keyonly: 'With any value: only flows bound to the key.' },
  query: z.object({ keyonly: z.string().optional() }),
  response: flowSchema.array(),
  errors: [401, 403, 429],
}

type Named = FastifyRequest<{ Params: { apikey: string }; Querystring: { keyonly?: string } }>

export function mountApiKeys(rest: FastifyInstance, services: Services) {
  rest.get('/verify/apikey/:apikey', { config: { docs: verifyDocs } }, async (request: Named, reply) => {
    await openKey(request)
    return reply.type('text/plain; charset=utf-8').send('OK')
  })

  rest.get('/chatflows/apikey/:apikey', { config: { docs: flowsDocs } }, async (request: Named) => {
    const caller = await openKey(request)
    authorize('flows.list', { caller, xsrf: false }, false)
    const isBoundOnly = request.query.keyonly !== undefined
    const flows = await services.flows.ofKey(caller.id, caller.apiKeyId ?? '', isBoundOnly)
    return flowSchema.array().parse(flows)
  })

  async function openKey({ params, ip }: Named) {
    const caller = await services.apiKeys.authenticate(params.apikey)
    if (!caller) {
      await services.limits.countOwn(
        `apikey:${ip}`,
        keyTries,
        (details) =>
          new AppError('RATE_LIMITED', 'Too many attempts. Wait a moment and try again.', { details }),
      )
      throw new AppError('UNAUTHENTICATED', 'Unauthorized')
    }
    return caller
  }
}
