import type { ChatReply, Citation } from '#shared/runs.ts'
import type { Effect } from './handles.ts'
import type { Json } from './inputs.ts'
import type { ChatCall, ChatPiece, ChatRequest, ModelSettings, ToolSpec } from './model-ports.ts'

export type AwsOrder = {
  url: string
  region: string
  service: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** Connection to a database chosen by users. The address is checked before the connection. */
export type SqlSettings = {
  host: string
  port: number
  database: string
  user: string
  password: string
  ssl?: boolean | undefined
}

export type Script = {
  code: string
  /** Each is available as `$name`. */
  inputs: Record<string, Json>
  /** `$vars` */
  vars: Readonly<Record<string, string>>
  /** `$flow`; its `chatflowId` determines which quota is used. */
  flow: Record<string, Json>
  /** Functions available to the code as `$tools.name.call(args)`. */
  tools?: Record<string, (args: Json) => Promise<Json>> | undefined
  signal: AbortSignal
  /** Wall-clock time, waiting included. */
  timeoutMs?: number | undefined
}
/** `value` is null for a script without a return value. */
export type ScriptResult = { value: Json; logs: string[] }

/** A stored custom tool: `schema` is JSON text, `func` JavaScript. */
export type StoredTool = {
  id: string
  name: string
  description: string
  schema: string | null
  func: string | null
}

export type FlowQuestion = {
  flowId: string
  question: string
  /** The conversation in the other flow; defaults to a new one. */
  sessionId?: string | undefined
  overrideConfig?: { [key: string]: Json } | undefined
  signal: AbortSignal
  /** Id of the called run. A run that exists already is attached to instead of starting another. */
  childRunId?: string | undefined
}
export type FlowAnswer = { text: string; sourceDocuments?: Json[]; artifacts?: Json[] }
/** `costMicro`: of the called run and those it has called, in micro-USD. */
export type CalledFlow = { answer: FlowAnswer; costMicro: number }

/** Azure is addressed by `baseUrl`; without one, OpenAI itself is called. */
export type OpenAiAccount = {
  provider: 'openai' | 'azure'
  apiKey: string
  baseUrl?: string | undefined
}

/** What an assistant is made of, apart from the tools of the flow. */
export type AssistantSettings = OpenAiAccount & {
  model: string
  instructions: string
  temperature: number | null
  topP: number | null
  /** Undefined without a code interpreter; otherwise ids of the files it finds there. */
  codeFiles?: readonly string[] | undefined
  vectorStores: readonly string[]
}
export type AssistantOptions = { parallelToolCalls: boolean; toolChoice?: string | undefined }

/** An assistant for one run. `chat` keeps the state of a turn, so each run opens its own. */
export type OpenedAssistant = {
  settings: ModelSettings
  instructions: string
  chat(settings: ModelSettings, request: ChatRequest, call: ChatCall): AsyncGenerator<ChatPiece, ChatReply>
  /** Bytes of a file that the assistant made in this answer. */
  download(file: Citation, signal: AbortSignal): Promise<Uint8Array>
}

/**
 * `pending`: the visitor waits already. `answered`: an operator answers. `unavailable`: nobody can come, as in tests,
 * evaluations and calls of the API.
 */
export type PersonRequest = 'requested' | 'pending' | 'answered' | 'unavailable'

/** Where the sign-in to an MCP server is kept between calls. What is kept is for the adapter alone to read. */
export type McpAccount = {
  id: string
  /** Where the browser returns to after a sign-in. */
  redirectUrl: string
  /** Registered with the authorization server by hand, where it registers no clients itself. */
  client?: { id: string; secret?: string | undefined } | undefined
  scope?: string | undefined
  read(): Promise<McpGrant>
  /** Merges; `null` removes. */
  write(changes: McpGrant): Promise<void>
}
export type McpGrant = { [key: string]: Json }

export type McpSettings = {
  url: string
  headers?: Record<string, string> | undefined
  /** Defaults to trying both in turn. */
  transport?: 'http' | 'sse' | undefined
  /** Signs requests with OAuth; expired tokens are renewed. */
  account?: McpAccount | undefined
}
/** A tool as its server describes it. */
export type McpTool = ToolSpec & { effect: Effect }
/** Shared by runs with identical server settings; closed after a period without use. */
export type McpSession = {
  /** `effect` as the server's hints say; a tool without hints is a `write`. */
  tools: McpTool[]
  /** Throws UPSTREAM_FAILED with the server's message, or when somebody must sign in first. */
  call(name: string, args: Json, call: { signal: AbortSignal; idempotencyKey: string }): Promise<string>
}

/** A stored MCP server with the tools its owner has switched on. */
export type StoredMcpSession = Pick<McpSession, 'call'> & {
  tools: (McpTool & { needsApproval: boolean })[]
}

/** A database chosen by users: a file in this server's folder for databases, or a remote server. */
export type DatabasePlace = { kind: 'sqlite' | 'postgres'; address: string }
export type DatabaseRows = {
  columns: string[]
  rows: Json[][]
  isCut: boolean
}

/** Connection to a Redis chosen by users. The address is checked before the connection. */
export type RedisSettings = {
  host: string
  port: number
  user?: string | undefined
  password?: string | undefined
  tls?: boolean | undefined
  database?: number | undefined
}
export type RedisReply = string | number | null | RedisReply[]
