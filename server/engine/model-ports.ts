import type { ToolCall, Usage } from '#shared/runs.ts'
import type { Json } from './inputs.ts'

/** A picture for models that see: its bytes in base64, or an address the provider fetches itself. */
export type ChatImage = { mediaType: string; data: string } | { url: string }

export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string; images?: readonly ChatImage[] | undefined }
  /** `reasoning` goes back to providers that want to see what the model thought before it called a tool. */
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[]; reasoning?: string }
  | { role: 'tool'; content: string; toolCallId: string; toolName: string }

/** A function the model may ask for. `parameters` is a JSON schema. */
export type ToolSpec = { name: string; description: string; parameters: { [key: string]: Json } }

export type ChatRequest = {
  system?: string | undefined
  messages: ChatMessage[]
  tools?: ToolSpec[] | undefined
  /** `auto` where absent. */
  toolChoice?: 'auto' | 'required' | 'none' | { name: string } | undefined
  /** The answer must be JSON that fits. For a provider that cannot promise it, the adapter asks for plain JSON. */
  schema?: { name: string; schema: { [key: string]: Json } } | undefined
}

/** One configured model: what a chat-model node builds. An absent setting is the provider's own default. */
export type ModelSettings = {
  /** Which adapter speaks to it, and under which name the price table knows it: `openai`, `anthropic`, `google`, `ollama`, `flowtill`. */
  provider: string
  model: string
  apiKey?: string | undefined
  /** The address that comes with the credential or is the provider's own. */
  baseUrl?: string | undefined
  /** The address the flow's author typed into the node. Refused with a platform credential: it would carry our key to a stranger. */
  customBaseUrl?: string | undefined
  maxOutputTokens?: number | undefined
  /** Tokens it may think with, beyond `maxOutputTokens`. */
  thinkingTokens?: number | undefined
  temperature?: number | undefined
  topP?: number | undefined
  topK?: number | undefined
  frequencyPenalty?: number | undefined
  presencePenalty?: number | undefined
  stopSequences?: string[] | undefined
  timeoutMs?: number | undefined
  /** Further request headers; those that carry keys or name the host are never taken from here. */
  headers?: Record<string, string> | undefined
  /** Arguments of tool calls must fit the tool's schema exactly. */
  strictTools?: boolean | undefined
  /** Pictures are sent along. A model whose node does not say so is told the text alone. */
  sees?: boolean | undefined
  /** Options of this provider alone, under its own names. */
  providerOptions?: { [key: string]: Json } | undefined
  /** False: the node's author wants the answer in one piece. */
  streaming?: boolean | undefined
}

/** One configured embedding model. */
export type EmbeddingSettings = Pick<
  ModelSettings,
  'provider' | 'model' | 'apiKey' | 'baseUrl' | 'customBaseUrl' | 'timeoutMs' | 'headers' | 'providerOptions'
> & {
  /** Length of the vectors, where the model lets choose. */
  dimensions?: number | undefined
  /** Texts in one call, at most. */
  batchSize?: number | undefined
}

export type Embedded = { vectors: number[][]; usage: Usage; estimated: boolean }

/** What comes from a model while it writes. `usage` is what the provider has reported so far, already in our classes. */
export type ChatPiece = { text: string } | { reasoning: string } | { usage: Usage }

export type ChatCall = { stream: boolean; signal: AbortSignal }

export type OpenedCredential = {
  values: Record<string, unknown>
  /** Made by an ADMIN for everybody: the house pays the provider, the wallet pays the house. */
  platform: boolean
}
