import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { policy } from '../policy.ts'
import type { Services } from '../services.ts'
import { pageOf } from './visit.ts'

type Addressed = { id?: string; chatflowid?: string }

const PREFLIGHT_SECONDS = 600

/**
 * Lets pages of other sites call the doors of chat clients (`embed` in the policy table) and no others. Which flow answers
 * which site is said by the flow: who is refused gets its owner's sentence, and for a page to read it the answer is open to
 * every page. Hence the asterisk: with it no browser sends cookies along or shows what was asked with them.
 */
export function openToOtherSites(app: FastifyInstance, services: Services) {
  const methods = new Map<string, Set<string>>()

  app.addHook('onRoute', (route: RouteOptions) => {
    for (const method of [route.method].flat()) {
      const endpoint = route.config?.route ?? `${method} ${route.url}`
      if (policy.get(endpoint)?.embed) {
        methods.set(route.url, (methods.get(route.url) ?? new Set()).add(method))
        // Procedures do not see which page asks.
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

  /** After all routes are made: a browser asks first before it sends JSON or a key. */
  return function answerPreflights() {
    for (const [url, allowed] of methods) {
      const headers = {
        'access-control-allow-methods': [...allowed].toSorted().join(', '),
        // An asterisk alone does not stand for a key.
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
    'access-control-expose-headers': 'retry-after',
  })
}
