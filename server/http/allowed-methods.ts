import type { FastifyInstance, RouteOptions } from 'fastify'

type KnownRoute = { methods: string[]; segments: string[] }

/**
 * Collects the routes of the API. Returns a function that lists the methods of a path, which the router cannot
 * look up.
 */
export function trackMethods(app: FastifyInstance) {
  const routes: KnownRoute[] = []
  app.addHook('onRoute', ({ method, url }: RouteOptions) => {
    if (url.startsWith('/api/')) {
      routes.push({ methods: [method].flat(), segments: splitPath(url) })
    }
  })

  return function methodsAt(path: string): string[] {
    const segments = splitPath(path)
    const found = routes.filter((route) => matches(route, segments)).flatMap(({ methods }) => methods)
    return [...new Set(found)].toSorted()
  }
}

function splitPath(path: string) {
  return path.replace(/\/$/, '').split('/')
}

function matches(route: KnownRoute, segments: readonly string[]) {
  return (
    route.segments.length === segments.length &&
    route.segments.every((name, index) => name.startsWith(':') || name === segments[index])
  )
}
