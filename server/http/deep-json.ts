import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { isTooDeepJson } from '#shared/json-depth.ts'

/** Throws where JSON text is nested so deeply that schemas, serialisers and the database driver would overflow the stack. */
export function requireShallowJson(text: string) {
  if (isTooDeepJson(text)) {
    throw new AppError('INVALID_INPUT', 'The JSON of this request is nested too deeply.')
  }
}

/**
 * Bodies and query inputs of tRPC are parsed by tRPC itself. REST bodies pass the JSON parser of `acceptJsonOnly`.
 */
export function rejectDeepInputs(app: FastifyInstance) {
  app.addHook('preValidation', async ({ body, query }) => {
    const { input } = query as { input?: unknown }
    for (const text of [body, input]) {
      if (typeof text === 'string') {
        requireShallowJson(text)
      }
    }
  })
}
