import type { FastifyInstance } from 'fastify'
import { sharedQueries, sharedQueriesWithInput } from '#shared/shared-queries.ts'
import { createSharedResponses } from './shared-response.ts'

/**
 * Gives tRPC's responses to shared queries the caching of REST: see shared-response.ts. Batches of several calls
 * are skipped.
 */
export function shareQueries(trpc: FastifyInstance) {
  const { prepare } = createSharedResponses()
  trpc.addHook('onSend', async (request, reply, payload) => {
    const name = request.url.slice('/trpc/'.length).split('?')[0] ?? ''
    const { batch } = request.query as { batch?: string }
    const hasInput = sharedQueriesWithInput.has(name)
    const isShared = request.method === 'GET' && (hasInput || sharedQueries.has(name)) && batch === undefined
    return isShared && payload instanceof Response && payload.ok
      ? prepare(request, reply, await payload.text(), hasInput ? { address: request.url } : {})
      : payload
  })
}
