import { errorBodySchema } from '#shared/errors.ts'
import { errorResponses } from './errors.ts'
import { introduction } from './introduction.ts'
import { createOperations } from './operation.ts'
import type { Route } from './routes.ts'
import { createSchemas } from './schemas.ts'
import { tags } from './tags.ts'

export type Operation = ReturnType<ReturnType<typeof createOperations>>
export type ApiDocument = ReturnType<typeof toDocument>

export function toDocument(routes: readonly Route[], version: string) {
  const schemas = createSchemas()
  const toOperation = createOperations(schemas)
  schemas.convert(errorBodySchema, 'response')
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) }
  }
  const used = new Set(routes.map(({ docs }) => docs.tag))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Flowtill API',
      version,
      summary: 'Ask flows, manage them and read what they cost.',
      description: introduction,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/api/v1', description: 'This server' }],
    security: [],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name as keyof typeof tags))
      .map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas: sortKeys(usedIn([paths, schemas.named, errorResponses], schemas.named)),
      responses: usedIn(paths, errorResponses),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'API key',
          description: 'An API key. It acts as its owner, within its permissions.',
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'session token',
          description: 'The `token` of `POST /auth/login`.',
        },
        basic: { type: 'http', scheme: 'basic', description: 'Username or email address, and password.' },
      },
    },
  }
}

function usedIn<Value>(document: unknown, record: Record<string, Value>) {
  const text = JSON.stringify(document)
  return Object.fromEntries(Object.entries(record).filter(([name]) => text.includes(`/${name}"`)))
}

function sortKeys<Value>(record: Record<string, Value>) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)))
}
