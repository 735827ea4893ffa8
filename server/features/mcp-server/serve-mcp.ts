import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { CallToolResult, ProgressToken } from '@modelcontextprotocol/sdk/types.js'
import { toAppError } from '#server/http/errors.ts'
import { isRecord } from '#shared/json.ts'
import type { FlowTool, ToolValues } from './flow-tools.ts'

/** Clients give up after a minute without a sign of life. */
const PROGRESS_MS = 5_000

export type McpExchange = {
  /** JSON-RPC. */
  body: unknown
  headers: Record<string, string>
  version: string
  tools: readonly FlowTool[]
  call(tool: FlowTool, values: ToolValues, signal: AbortSignal): Promise<string>
  /** Aborted when the client has gone. */
  signal: AbortSignal
}

/**
 * Answers one message of an MCP client over streamable HTTP. No session outlives it, so any process can answer the next
 * one.
 */
export async function serveMcp({ body, headers, ...rest }: McpExchange): Promise<Response> {
  const { WebStandardStreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
  )
  const server = await createServer(rest)
  const transport = new WebStandardStreamableHTTPServerTransport({
    // A stream where progress is reported, otherwise plain JSON.
    enableJsonResponse: progressTokenIn(body) === undefined,
  })
  rest.signal.addEventListener('abort', () => void server.close(), { once: true })
  await server.connect(transport)
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
  return transport.handleRequest(request, { parsedBody: body })
}

async function createServer({ version, tools, call, signal }: Omit<McpExchange, 'body' | 'headers'>) {
  const [{ Server }, { CallToolRequestSchema, ListToolsRequestSchema }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  const server: Server = new Server({ name: 'Flowtill', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) {
      return failed(`There is no tool named ${params.name}.`)
    }
    const stop = reportProgress(extra._meta?.progressToken, (notification) =>
      extra.sendNotification(notification),
    )
    try {
      const text = await call(tool, tool.read(params.arguments), signal)
      return { content: [{ type: 'text', text }] }
    } catch (error) {
      return failed(toAppError(error).message)
    } finally {
      stop()
    }
  })
  return server
}

/** The model reads it and may try again. */
function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}

type Progress = {
  method: 'notifications/progress'
  params: { progressToken: ProgressToken; progress: number }
}

function reportProgress(
  progressToken: ProgressToken | undefined,
  send: (progress: Progress) => Promise<void>,
) {
  if (progressToken === undefined) {
    return () => undefined
  }
  let progress = 0
  const timer = setInterval(() => {
    progress += 1
    send({ method: 'notifications/progress', params: { progressToken, progress } }).catch(() => undefined)
  }, PROGRESS_MS)
  return () => clearInterval(timer)
}

function progressTokenIn(body: unknown) {
  const params = isRecord(body) && isRecord(body.params) ? body.params : {}
  return isRecord(params._meta) ? params._meta.progressToken : undefined
}
