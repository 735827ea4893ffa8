// Plain routes, because MCP answers in its own format and reports errors as JSON-RPC.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createContext } from '#server/context.ts'
import { authorize } from '#server/guard.ts'
import { abortOnDisconnect } from '#server/http/abort-on-disconnect.ts'
import { toAppError } from '#server/http/errors.ts'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import type { FlowTool } from './flow-tools.ts'
import { serveMcp } from './serve-mcp.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
/** Of JSON-RPC, for what its own codes do not cover. */
const REJECTED = -32_001

const docsOf = (id: string, summary: string, description: string): PlainRouteDocs => ({
  id,
  tag: 'MCP server',
  summary,
  description,
  body: { 'application/json': z.record(z.string(), z.json()) },
  response: { 'application/json': z.record(z.string(), z.json()) },
  errors: [400, 401, 404, 405, 429],
})

const flowDocs = docsOf(
  'askFlowOverMcp',
  'Ask a flow as an MCP tool',
  'Streamable HTTP of the Model Context Protocol, without sessions. The token of the flow is sent as `Authorization: Bearer`.',
)
const accountDocs = docsOf(
  'askFlowsOverMcp',
  'Ask all published flows as MCP tools',
  'Streamable HTTP of the Model Context Protocol, without sessions. Each published flow of the API key’s owner is a tool.',
)

export function mountMcpServer(rest: FastifyInstance, services: Services) {
  rest.post(
    '/mcp/:id',
    { bodyLimit: BODY_LIMIT_BYTES, config: { docs: flowDocs } },
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) =>
      exchange(services, request, reply, async () => {
        // The token alone decides: sessions and keys of this server have no effect.
        authorize('POST /api/v1/mcp/:id', { caller: null, xsrf: false }, true)
        return services.mcpServer.openFlow(request.params.id, bearerOf(request), request.ip)
      }),
  )
  rest.post('/mcp', { bodyLimit: BODY_LIMIT_BYTES, config: { docs: accountDocs } }, async (request, reply) =>
    exchange(services, request, reply, async () => {
      const ctx = await createContext(request, reply, services)
      authorize('POST /api/v1/mcp', ctx, true)
      return services.mcpServer.openAccount(ctx.caller?.id ?? '', request.ip)
    }),
  )
}

async function exchange(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  open: () => Promise<FlowTool[]>,
) {
  try {
    const tools = await open()
    if (!isRecord(request.body)) {
      throw new AppError('INVALID_INPUT', 'Send one JSON-RPC message.')
    }
    const response = await serveMcp({
      body: request.body,
      headers: headersOf(request),
      version: services.about.version,
      tools,
      call: (tool, values, signal) => services.mcpServer.call(tool, values, signal, request.ip),
      signal: abortOnDisconnect(reply),
    })
    return reply.send(response)
  } catch (error) {
    return sendError(toAppError(error), reply)
  }
}

function sendError(error: AppError, reply: FastifyReply) {
  const { status, message, details } = error
  const seconds = Number(details?.retryAfterSeconds ?? 0)
  return reply
    .code(status)
    .headers({
      ...(seconds > 0 && { 'retry-after': String(seconds) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    })
    .send({ jsonrpc: '2.0', id: null, error: { code: REJECTED, message } })
}

const bearerOf = ({ headers }: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** Those that the protocol reads. */
function headersOf({ headers }: FastifyRequest) {
  const names = ['accept', 'content-type', 'mcp-protocol-version'] as const
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}
