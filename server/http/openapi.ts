// Plain routes: a document and a page, both printed from the procedures' own schemas.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { predictionInput } from '#shared/chat.ts'
import { ERROR_CODES, errorBodySchema } from '#shared/errors.ts'
import { exportInput } from '#shared/export-import.ts'
import { policy, type Rule } from '../policy.ts'
import type { Services } from '../services.ts'
import { printDocs } from './api-docs.ts'
import { procedures } from './rest.ts'
import { createSharedResponses } from './shared-response.ts'

export type Operation = {
  method: string
  path: string
  name: string
  rule: Rule
  input: JsonSchema | undefined
  output: JsonSchema | undefined
}
export type JsonSchema = {
  properties?: Record<string, JsonSchema>
  required?: string[]
  [key: string]: unknown
}

/** Routes written by hand, with the same schemas they read. */
const plain = [
  ['POST', '/prediction/:id', 'Ask a flow', predictionInput],
  ['POST', '/internal-prediction/:id', 'Try a flow of your own', predictionInput],
  ['GET', '/public-chatbotConfig/:id', 'What a chat client shows of a flow', undefined],
  ['GET', '/chatflows-uploads/:id', 'What may be sent along with a question', undefined],
  ['POST', '/export-import/export', 'Export what you own', exportInput],
  ['POST', '/export-import/preview', 'What an import would do', undefined],
  ['POST', '/export-import/import', 'Import a file', undefined],
  ['PUT', '/auth/users/:id', 'Change a user, or your own profile', undefined],
  ['GET', '/avatars/:userId', 'The picture of a user', undefined],
  ['PUT', '/avatars', 'Set your picture', undefined],
  ['DELETE', '/avatars', 'Remove your picture', undefined],
  ['GET', '/ping', 'Is anybody there', undefined],
  ['GET', '/health', 'How the server is', undefined],
  ['GET', '/node-icon/:name', 'The drawing of a node', undefined],
] as const

export function mountOpenApi(app: FastifyInstance, { about }: Services) {
  // Printed when first asked for: schemas are many and starting is to be quick.
  let printed: { document: object; page: string } | undefined
  const print = () => {
    if (!printed) {
      const operations = listOperations()
      const { version } = about
      printed = { document: toDocument(operations, version), page: printDocs(operations, version) }
    }
    return printed
  }

  const { send: sendShared } = createSharedResponses()
  const cacheControl = 'public, no-cache'
  app.get('/api/v1/openapi.json', (request, reply) =>
    sendShared(request, reply, print().document, { cacheControl }),
  )
  app.get('/api/docs', (request, reply) =>
    sendShared(request, reply, print().page, { type: 'text/html; charset=utf-8', cacheControl }),
  )
}

/** Everything that has a REST address, in the order of paths. */
export function listOperations(): Operation[] {
  const declared = Object.entries(procedures).flatMap(([name, { _def }]) => {
    const { rest } = _def.meta ?? {}
    const rule = policy[name]
    return rest && rule
      ? [{ ...rest, name, rule, input: inputOf(_def.inputs), output: schemaOf(_def.output, 'output') }]
      : []
  })
  const written = plain.flatMap(([method, path, name, input]) => {
    const rule = policy[`${method} /api/v1${path}`]
    return rule ? [{ method, path, name, rule, input: schemaOf(input, 'input'), output: undefined }] : []
  })
  return [...declared, ...written].sort((a, b) =>
    `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`),
  )
}

function inputOf(inputs: unknown[]) {
  return schemaOf(inputs.at(-1), 'input')
}

function schemaOf(schema: unknown, io: 'input' | 'output'): JsonSchema | undefined {
  return schema instanceof z.ZodType
    ? (z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as JsonSchema)
    : undefined
}

function toDocument(operations: Operation[], version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: toEntry(operation) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Flowtill', version },
    servers: [{ url: '/api/v1' }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session token or an API key.' },
        basic: { type: 'http', scheme: 'basic' },
      },
      schemas: { Error: schemaOf(errorBodySchema, 'output') },
    },
    paths,
  }
}

function toEntry({ method, path, name, rule, input, output }: Operation) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter ?? '')
  const fields = Object.entries(input?.properties ?? {}).filter(([field]) => !inPath.includes(field))
  const isBody = method !== 'GET' && method !== 'DELETE'
  const required = (input?.required ?? []).filter((field) => !inPath.includes(field))
  const query = isBody ? [] : fields.map(([field, schema]) => ({ name: field, in: 'query', schema }))
  return {
    operationId: name,
    ...(rule.may !== 'anyone' && { security: [{ bearer: [] }, { basic: [] }] }),
    parameters: [
      ...inPath.map((parameter) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...query,
    ],
    ...(isBody &&
      fields.length > 0 && {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: Object.fromEntries(fields),
                ...(required.length > 0 && { required }),
              },
            },
          },
        },
      }),
    responses: {
      200: { description: 'Done', ...(output && { content: { 'application/json': { schema: output } } }) },
      default: {
        description: `One of ${Object.keys(ERROR_CODES).join(', ')}`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}
