import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { search } from './docs-page/search.ts'
import { type ApiDocument, toDocument } from './openapi/document.ts'
import type { PlainRouteDocs } from './openapi/route-docs.ts'
import type { Route } from './openapi/routes.ts'
import { createSharedResponses } from './shared-response.ts'

const docs: PlainRouteDocs = {
  id: 'getOpenApi',
  tag: 'Server',
  summary: 'Get this document',
  response: { 'application/json': { schema: { type: 'object' }, example: { openapi: '3.1.0' } } },
}

/** `listRoutes` is called at the first request, after all routes are registered. */
export function mountOpenApi(
  app: FastifyInstance,
  { about, publicUrl }: Services,
  listRoutes: () => Route[],
) {
  let document: ApiDocument | undefined
  let page: string | undefined
  const openDocument = () => {
    document ??= toDocument(listRoutes(), about.version)
    return document
  }

  const { send } = createSharedResponses()
  const cacheControl = 'public, no-cache'
  app.get('/api/v1/openapi.json', { config: { docs } }, (request, reply) =>
    send(request, reply, openDocument(), { cacheControl }),
  )
  app.get('/api/docs', async (request, reply) => {
    // Loaded on first use, because it includes a Markdown parser.
    const { printPage } = await import('./docs-page/page.ts')
    page ??= printPage(openDocument(), publicUrl())
    return send(request, reply, page, { type: 'text/html; charset=utf-8', cacheControl })
  })
  app.get('/api/docs.js', (request, reply) =>
    send(request, reply, `(${search})()`, { type: 'text/javascript; charset=utf-8', cacheControl }),
  )
}
