import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import type { Effect } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { McpAccount, McpSession, McpSettings, Ports } from '#server/engine/ports.ts'
import {
  describeFailure,
  describeStatus,
  ServiceError,
  toServiceError,
} from '#server/engine/service-error.ts'
import { AppError } from '#shared/errors.ts'
import { createSignIn, isSignInNeeded, rejectSignIn, withSignIn } from './mcp-sign-in.ts'

const IDLE_MS = 60_000
const CALL_MS = 60_000
const MAX_TOOLS = 500
const REQUEST_TIMEOUT = -32_001

/** A program of this machine that speaks MCP over its standard input and output. */
type McpProgram = { command: string; args: string[]; env: Record<string, string> }

type Deps = {
  fetch: typeof globalThis.fetch
  /** By name, as in the server's configuration; users can start no others. */
  programs?: Readonly<Record<string, McpProgram>>
}

type Stored = { session: Promise<McpSession & { end(): Promise<void> }>; idle?: NodeJS.Timeout }
/** `endAll` closes the open sessions, which would keep the process alive. */
type OpenMcp = Ports['openMcp'] & { endAll(): Promise<void> }

/**
 * MCP servers over streamable HTTP or the older SSE, always through the guarded fetch, and programs at
 * `stdio:<name>`. Calls with identical settings share a session, which is closed after an idle period.
 */
export function createOpenMcp(deps: Deps): OpenMcp {
  const stored = new Map<string, Stored>()

  function use(key: string, settings: McpSettings) {
    const known = stored.get(key) ?? begin(key, settings)
    clearTimeout(known.idle)
    known.idle = setTimeout(() => void drop(key), IDLE_MS)
    known.idle.unref()
    return known.session
  }

  function begin(key: string, settings: McpSettings): Stored {
    const session = connect(settings, deps)
    const known: Stored = { session }
    stored.set(key, known)
    session.catch(() => void drop(key))
    return known
  }

  async function drop(key: string) {
    const known = stored.get(key)
    stored.delete(key)
    clearTimeout(known?.idle)
    const session = await known?.session.catch(() => undefined)
    await session?.end()
  }

  const endAll = async () => {
    await Promise.all([...stored.keys()].map(drop))
  }

  const open: Ports['openMcp'] = async (settings, signal) => {
    const key = JSON.stringify([settings.url, settings.transport, settings.headers, settings.account?.id])
    signal.throwIfAborted()
    const { tools } = await use(key, settings)
    return {
      tools,
      async call(name, args, call) {
        const session = await use(key, settings)
        return session.call(name, args, call).catch((error: unknown) => {
          void drop(key)
          throw error
        })
      },
    }
  }

  return Object.assign(open, { endAll })
}

/**
 * Begins the sign-in of a person to an MCP server. Returns the address of its page, or undefined when the account
 * works without one.
 */
export async function beginSignIn(url: string, account: McpAccount, deps: Deps): Promise<string | undefined> {
  let address: string | undefined
  const client = await openClient(readUrl(url), { url, account }, deps, (page) => {
    address = page
  }).catch((error: unknown) => {
    if (address === undefined) {
      throw error
    }
  })
  void client?.close().catch(() => undefined)
  return address
}

/** Exchanges the code that the browser has brought back. Throws UPSTREAM_FAILED when it is not accepted. */
export async function finishSignIn(url: string, account: McpAccount, code: string, { fetch }: Deps) {
  const place = readUrl(url)
  const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js')
  const provider = createSignIn({ account, host: place.host })
  const sent = { serverUrl: place, authorizationCode: code, fetchFn: toSdkFetch(fetch) }
  await auth(provider, sent).catch((error: unknown) => rejectSignIn(place.host, error))
}

async function connect(settings: McpSettings, deps: Deps) {
  const url = readUrl(settings.url)
  const client = await openClient(url, settings, deps)
  const tools = await listTools(client).catch((error: unknown) => reject(url, error))
  return {
    tools,
    call: ((name, args, call) => callTool(client, url, { name, args, ...call })) satisfies McpSession['call'],
    end: () => client.close().catch(() => undefined),
  }
}

async function openClient(
  url: URL,
  { account, headers = {}, transport: chosen }: McpSettings,
  { fetch, programs }: Deps,
  onSignIn?: (address: string) => void,
): Promise<Client> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const plain = toSdkFetch(fetch)
  const provider = account && createSignIn({ account, host: url.host, onSignIn })
  const options: Options = {
    fetch: provider ? withSignIn(plain, provider, url) : plain,
    requestInit: { headers },
  }
  const transports = chosen
    ? [chosen]
    : url.protocol === 'stdio:'
      ? (['stdio'] as const)
      : (['http', 'sse'] as const)
  let issue: unknown
  for (const transport of transports) {
    const client = new Client({ name: 'flowtill', version: '1' })
    try {
      await client.connect(await transportOf(transport, url, options, programs), { timeout: CALL_MS })
      return client
    } catch (error) {
      issue ??= error
      void client.close().catch(() => undefined)
      if (isSignInNeeded(error)) {
        break
      }
    }
  }
  return reject(url, issue)
}

type Options = {
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  requestInit: RequestInit
}

async function transportOf(
  kind: 'http' | 'sse' | 'stdio',
  url: URL,
  options: Options,
  programs: Deps['programs'] = {},
) {
  if (kind === 'stdio') {
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
    const { command, args, env } = programs[url.pathname] ?? rejectProgram(url.pathname)
    // Of this server's environment it sees what the SDK considers safe: the path, the home folder, the language.
    return new StdioClientTransport({ command, args, env, stderr: 'ignore' })
  }
  if (kind === 'sse') {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js')
    return new SSEClientTransport(url, options)
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  return new StreamableHTTPClientTransport(url, options)
}

function rejectProgram(name: string): never {
  throw new AppError('INVALID_FLOW', `This server starts no program named ${name}.`)
}

/** The guarded fetch, not the SDK, decides on keep-alive and credentials. */
function toSdkFetch(fetch: typeof globalThis.fetch): Options['fetch'] {
  return (url, init = {}) => {
    // The form of a token request; its content type is among the headers.
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body
    return fetch(url, { ...init, ...(body !== undefined && { body }) })
  }
}

async function listTools(client: Client): Promise<McpSession['tools']> {
  const found: McpSession['tools'] = []
  let cursor: string | undefined
  do {
    const page = await client.listTools(cursor ? { cursor } : {}, { timeout: CALL_MS })
    for (const { name, description = '', inputSchema, annotations } of page.tools) {
      const parameters = inputSchema as McpSession['tools'][number]['parameters']
      found.push({ name, description, parameters, effect: effectOf(annotations) })
    }
    cursor = page.nextCursor
  } while (cursor && found.length < MAX_TOOLS)
  return found
}

/** Both hints default to false by the protocol. */
function effectOf(hints: ToolAnnotations | undefined): Effect {
  return hints?.readOnlyHint ? 'read' : hints?.idempotentHint ? 'keyed' : 'write'
}

type Call = { name: string; args: Json; signal: AbortSignal; idempotencyKey: string }

async function callTool(
  client: Client,
  url: URL,
  { name, args, signal, idempotencyKey }: Call,
): Promise<string> {
  const named = { name, arguments: args as Record<string, unknown>, _meta: { idempotencyKey } }
  const result = await client
    .callTool(named, undefined, { signal, timeout: CALL_MS })
    .catch((error: unknown) => reject(url, error))
  const parts = Array.isArray(result.content) ? (result.content as { type: string; text?: string }[]) : []
  const text = parts.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n')
  if (result.isError) {
    throw new AppError('UPSTREAM_FAILED', text || `${name} failed.`)
  }
  return text || JSON.stringify(result.structuredContent ?? '')
}

function readUrl(address: string): URL {
  if (!URL.canParse(address)) {
    throw new AppError('INVALID_FLOW', `${address} is not the address of an MCP server.`)
  }
  return new URL(address)
}

/** The SDK puts the whole response body into its error. */
function describeReply(service: string, code: number, message: string) {
  if (code === REQUEST_TIMEOUT) {
    return describeFailure(new DOMException('Too slow.', 'TimeoutError'), service)
  }
  const words = message.includes('<') ? '' : message.replace(/\s+/g, ' ').trim().slice(0, 300)
  return code >= 100
    ? describeStatus(service, code, words)
    : { code: 'UPSTREAM_FAILED' as const, message: `${service} answered with an error: ${words}` }
}

function reject(url: URL, error: unknown): never {
  if (isSignInNeeded(error)) {
    throw error
  }
  const service = url.protocol === 'stdio:' ? `The program ${url.pathname}` : `The MCP server ${url.host}`
  const { code, message: reason } = error instanceof Error ? (error as Error & { code?: unknown }) : {}
  if (error instanceof AppError || typeof code !== 'number') {
    throw toServiceError(error, { service })
  }
  throw new ServiceError(describeReply(service, code, reason ?? ''), error)
}
