import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { printDocs } from './api-docs.ts'
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

/** `listRoutes` is called at the first request, when all routes are registered. */
export function mountOpenApi(app: FastifyInstance, { about }: Services, listRoutes: () => Route[]) {
  let built: { document: ApiDocument; page: string } | undefined
  const build = () => {
    if (!built) {
      const document = toDocument(listRoutes(), about.version)
      built = { document, page: printDocs(document) }
    }
    return built
  }

  const { send } = createSharedResponses()
  const cacheControl = 'public, no-cache'
  app.get('/api/v1/openapi.json', { config: { docs } }, (request, reply) =>
    send(request, reply, build().document, { cacheControl }),
  )
  app.get('/api/docs', (request, reply) =>
    send(request, reply, build().page, { type: 'text/html; charset=utf-8', cacheControl }),
  )
}
