import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { policy } from '../policy.ts'
import type { Services } from '../services.ts'
import { pageOf } from './visit.ts'

type Addressed = { id?: string; chatflowid?: string }

const PREFLIGHT_SECONDS = 600

/**
 * Allows cross-origin calls to the chat clients' routes (`embed` in the policy table) only. Each flow restricts
 * its own sites and rejects others with its owner's message, which a page can only read if the response is open to
 * all origins. The wildcard also prevents browsers from sending cookies.
 */
export function openToOtherSites(app: FastifyInstance, services: Services) {
  const methods = new Map<string, Set<string>>()

  app.addHook('onRoute', (route: RouteOptions) => {
    for (const method of [route.method].flat()) {
      const endpoint = route.config?.route ?? `${method} ${route.url}`
      if (policy.get(endpoint)?.embed) {
        methods.set(route.url, (methods.get(route.url) ?? new Set()).add(method))
        // Procedures do not receive the page's origin.
        const judge = route.config?.route ? [rejectPage] : []
        route.onRequest = [answerPreflight, ...judge, ...[route.onRequest ?? []].flat()]
      }
    }
  })

  async function rejectPage(request: FastifyRequest) {
    const { id, chatflowid = id } = request.params as Addressed
    const page = pageOf(request, services)
    if (page !== undefined && chatflowid !== undefined) {
      await services.flowAccess.rejectPage(chatflowid, page)
    }
  }

  /** Called after all routes are registered: browsers send a preflight before JSON or a key. */
  return function answerPreflights() {
    for (const [url, allowed] of methods) {
      const headers = {
        'access-control-allow-methods': [...allowed].toSorted().join(', '),
        // An asterisk alone does not cover the authorization header.
        'access-control-allow-headers': 'authorization, content-type, accept, *',
        'access-control-max-age': String(PREFLIGHT_SECONDS),
      }
      app.options(url, { config: { open: true }, onRequest: answerPreflight }, (_, reply) =>
        reply.code(204).headers(headers).send(),
      )
    }
  }
}

async function answerPreflight(_: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'retry-after, x-request-id',
  })
}
