import type { Json } from './inputs.ts'
import type { ChatMessage, ToolSpec } from './model-ports.ts'

export type AwsOrder = {
  url: string
  region: string
  service: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** How to reach a database that people can name. The address is judged before it is connected to. */
export type SqlSettings = {
  host: string
  port: number
  database: string
  user: string
  password: string
  ssl?: boolean | undefined
}

/** JavaScript a user has written, with all it can see. */
export type Script = {
  code: string
  /** Each is found as `$name`. */
  inputs: Record<string, Json>
  /** `$vars` */
  vars: Readonly<Record<string, string>>
  /** `$flow`; its `chatflowId` says whose share of the machine is used. */
  flow: Record<string, Json>
  /** What it may call beside `fetch`, as `$tools.name.call(args)`. */
  tools?: Record<string, (args: Json) => Promise<Json>> | undefined
  signal: AbortSignal
  /** By the clock, waiting included. */
  timeoutMs?: number | undefined
}
/** `value` is null for a script that returns nothing. */
export type ScriptResult = { value: Json; logs: string[] }

/** A tool as its author has stored it: `schema` is JSON text, `func` JavaScript. */
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
  /** The conversation it belongs to over there; a new one where absent. */
  sessionId?: string | undefined
  overrideConfig?: { [key: string]: Json } | undefined
  signal: AbortSignal
}
export type FlowAnswer = { text: string; sourceDocuments?: Json[]; artifacts?: Json[] }

export type AssistantSettings = { assistantId: string; apiKey: string; baseUrl?: string | undefined }
export type AssistantQuestion = {
  question: string
  /** What a new thread begins with: oldest first. */
  history: readonly ChatMessage[]
  /** Questions of one key go to one thread. */
  sessionKey: string
  tools: readonly ToolSpec[]
  /** `none`, `auto`, `required` or a tool's name. */
  toolChoice?: string | undefined
  parallelToolCalls: boolean
  signal: AbortSignal
  /** Does what the assistant asks for and gives what it is told. */
  use(name: string, args: Json): Promise<string>
}
export type AssistantAnswer = { text: string; fileAnnotations: Json[]; threadId: string; runId: string }

/** A server of tools, spoken to over HTTP. */
export type McpSettings = {
  url: string
  headers?: Record<string, string> | undefined
  /** Tried one after the other where absent. */
  transport?: 'http' | 'sse' | undefined
}
/** Shared by runs that name the same server in the same way; closed when nobody has used it for a while. */
export type McpSession = {
  tools: ToolSpec[]
  /** Throws UPSTREAM_FAILED with what the server says. */
  call(name: string, args: Json, signal: AbortSignal): Promise<string>
}

/** A database people can name: a file of this server's own folder for them, or a server elsewhere. */
export type DatabasePlace = { kind: 'sqlite' | 'postgres'; address: string }
export type DatabaseRows = {
  columns: string[]
  rows: Json[][]
  /** There are more than were read. */
  isCut: boolean
}

/** How to reach a Redis that people can name. The address is judged before it is connected to. */
export type RedisSettings = {
  host: string
  port: number
  user?: string | undefined
  password?: string | undefined
  tls?: boolean | undefined
  database?: number | undefined
}
export type RedisReply = string | number | null | RedisReply[]
