import type { ToolCall, Usage } from '#shared/runs.ts'
import type { Json } from './inputs.ts'

/** An image for vision models: base64 bytes, or a URL that the provider fetches. */
export type ChatImage = { mediaType: string; data: string } | { url: string }

export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string; images?: readonly ChatImage[] | undefined }
  /** `reasoning` goes back to providers that require the thinking that preceded a tool call. */
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[]; reasoning?: string }
  | { role: 'tool'; content: string; toolCallId: string; toolName: string }

/** A function the model may ask for. `parameters` is a JSON schema. */
export type ToolSpec = { name: string; description: string; parameters: { [key: string]: Json } }

export type ChatRequest = {
  system?: string | undefined
  messages: ChatMessage[]
  tools?: ToolSpec[] | undefined
  /** Defaults to `auto`. */
  toolChoice?: 'auto' | 'required' | 'none' | { name: string } | undefined
  /** Names of tools that run at the provider, as Flowise's files store them: `web_search_preview`, `googleSearch`. */
  providerTools?: readonly string[] | undefined
  /** The answer must be JSON that matches this schema. Providers without schema support are asked for plain JSON. */
  schema?: { name: string; schema: { [key: string]: Json } } | undefined
}

/** Configuration of a chat model. An absent setting means the provider's default. */
export type ModelSettings = {
  /** Selects the adapter and the rows of the price table: `openai`, `anthropic`, `google`, `ollama`, `flowtill`. */
  provider: string
  model: string
  apiKey?: string | undefined
  /** URL of the credential, or the provider's own. */
  baseUrl?: string | undefined
  /**
   * Address entered by the flow's author. Rejected with a platform credential, because it would send our key to a
   * third party.
   */
  customBaseUrl?: string | undefined
  maxOutputTokens?: number | undefined
  /** Thinking budget in tokens, in addition to `maxOutputTokens`. */
  thinkingTokens?: number | undefined
  temperature?: number | undefined
  topP?: number | undefined
  topK?: number | undefined
  frequencyPenalty?: number | undefined
  presencePenalty?: number | undefined
  stopSequences?: string[] | undefined
  timeoutMs?: number | undefined
  /** Additional request headers; headers with keys or the host are ignored. */
  headers?: Record<string, string> | undefined
  strictTools?: boolean | undefined
  /** The model accepts images; without it only text is sent. */
  sees?: boolean | undefined
  providerOptions?: { [key: string]: Json } | undefined
  /** False disables streaming, as set by the node's author. */
  streaming?: boolean | undefined
}

export type EmbeddingSettings = Pick<
  ModelSettings,
  'provider' | 'model' | 'apiKey' | 'baseUrl' | 'customBaseUrl' | 'timeoutMs' | 'headers' | 'providerOptions'
> & {
  dimensions?: number | undefined
  batchSize?: number | undefined
}

export type Embedded = { vectors: number[][]; usage: Usage; estimated: boolean }

/** A piece of a streamed reply. `usage` is the provider's report so far, in our token classes. */
export type ChatPiece = { text: string } | { reasoning: string } | { usage: Usage }

export type ChatCall = { stream: boolean; signal: AbortSignal }

export type OpenedCredential = {
  values: Record<string, unknown>
  /** Created by an ADMIN for all users: the platform pays the provider, the user's wallet pays the platform. */
  platform: boolean
}
