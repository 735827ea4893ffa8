import type { FastifyInstance, RouteOptions } from 'fastify'
import { policy } from '../policy.ts'
import { procedures } from './rest.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The procedure whose policy applies to this route. */
    route?: string
    open?: true
  }
}

/** Public routes: the built client, and the sandbox services, which check their callers themselves. */
const STRANGERS = /^(\/\*$|\/sandbox\/)/

/** Lets the server start only if the policy table names exactly the registered routes and procedures. */
export function watchRoutes(app: FastifyInstance) {
  const plain: string[] = []
  app.addHook('onRoute', ({ method, url, config, prefix }: RouteOptions & { prefix?: string }) => {
    if (!config?.route && !config?.open && prefix !== '/trpc' && !STRANGERS.test(url)) {
      plain.push(
        ...[method]
          .flat()
          .filter((each) => each !== 'HEAD' && each !== 'OPTIONS')
          .map((each) => `${each} ${url}`),
      )
    }
  })
  return function checkRoutes() {
    const routes = new Set([...plain, ...Object.keys(procedures)])
    const issues = [
      ...[...routes].filter((route) => !policy.get(route)).map((route) => `${route} has no row`),
      ...[...policy.keys()]
        .filter((route) => !routes.has(route))
        .map((route) => `${route} is a row without a door`),
    ]
    if (issues.length > 0) {
      throw new Error(`server/policy.ts and the routes disagree: ${issues.join(', ')}.`)
    }
  }
}
