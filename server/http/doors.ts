import type { FastifyInstance, RouteOptions } from 'fastify'
import { policy } from '../policy.ts'
import { procedures } from './rest.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The procedure whose rights this route has. */
    route?: string
    /** Everybody's: files of the client, stand-ins of the sandbox. */
    open?: true
  }
}

/** Open to everybody: the built client, and the sandbox's stand-ins, which are strangers that check their callers themselves. */
const STRANGERS = /^(\/\*$|\/sandbox\/)/

/**
 * Watches which routes are made and lets the server start only if the policy table names every one of them, every
 * procedure, and nothing that is not there.
 */
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
