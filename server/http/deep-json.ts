import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { isTooDeepJson } from '#shared/json-depth.ts'

/**
 * Rejects requests whose JSON is nested too deeply. Schemas, serialisers and the database driver call themselves for each level
 * and would fail with an error of the server.
 */
export function refuseDeepJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeepJson(body)) {
      done(tooDeep())
      return
    }
    parse(request, body, done)
  })
  // tRPC parses bodies, and the inputs in addresses of queries, by itself.
  app.addHook('preValidation', async ({ body, query }) => {
    const { input } = query as { input?: unknown }
    if ([body, input].some((text) => typeof text === 'string' && isTooDeepJson(text))) {
      throw tooDeep()
    }
  })
}

const tooDeep = () => new AppError('INVALID_INPUT', 'The JSON of this request is nested too deeply.')
