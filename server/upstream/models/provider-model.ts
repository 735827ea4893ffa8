import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ChatCall, ChatPiece, ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import type { ChatReply, Usage } from '#shared/runs.ts'

/** How to reach a provider: one of these per address and key. */
export type Connection = {
  /** Without a slash at its end. */
  baseUrl: string
  apiKey: string
  fetch: typeof globalThis.fetch
}

/** The interface of each file in `providers/`. */
export type Provider = {
  /** The key of the provider's own options. */
  optionsKey: string
  open(connection: Connection, settings: ModelSettings): LanguageModelV4
  /** Its models cannot be held to a schema: they are asked for JSON in words. */
  withoutSchemas?: boolean
  /** Has OpenAI's strict mode, which takes closed schemas alone. */
  hasStrictMode?: boolean
  /** Wants to read what the model thought before it called a tool. */
  takesThoughts?: boolean
  /** Usage told in the middle of a stream, for providers that do. */
  usageSoFar?(rawChunk: unknown): Usage | undefined
}

/** A wire we read ourselves, with no package between: what a file in `providers/` gives instead. */
export type OwnWire = {
  ask(
    connection: Connection,
    settings: ModelSettings,
    request: ChatRequest,
    call: ChatCall,
  ): AsyncGenerator<ChatPiece, ChatReply>
}

/** An answer that ended before it was said to be whole. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
}

/** As the user knows it; `The model server` for an address of somebody's own. */
const names: Record<string, string> = {
  openai: 'OpenAI',
  azure: 'Azure OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  ollama: 'Ollama',
  groq: 'Groq',
  mistral: 'Mistral',
  deepseek: 'DeepSeek',
  xai: 'xAI',
  together: 'Together AI',
  fireworks: 'Fireworks',
  perplexity: 'Perplexity',
  openrouter: 'OpenRouter',
  cerebras: 'Cerebras',
  sambanova: 'SambaNova',
  nvidia: 'NVIDIA',
  cohere: 'Cohere',
  bedrock: 'Amazon Bedrock',
  vertex: 'Google Vertex AI',
  replicate: 'Replicate',
  huggingface: 'Hugging Face',
  lmstudio: 'LM Studio',
  llamacpp: 'llama.cpp',
  flowtill: 'The Flowtill Demo model',
}

export function nameOf({
  provider,
  customBaseUrl,
}: Pick<ModelSettings, 'provider' | 'customBaseUrl'>): string {
  return (customBaseUrl && provider !== 'ollama' ? undefined : names[provider]) ?? 'The model server'
}

/** OpenAI's models from before there was a chat: they write on what they are given. */
export function isCompletionModel(model: string): boolean {
  return /^(gpt-3(\.|)5-turbo-instruct|text-(davinci|curie|babbage|ada)|(davinci|curie|babbage|ada)(-|$))/.test(
    model,
  )
}

/** Models write arguments as JSON text, and sometimes badly: a tool then says what it misses. */
export function parseArguments(input: string): unknown {
  try {
    return input.trim() === '' ? {} : parseBoundedJson(input)
  } catch {
    return input
  }
}

/** Reasons an answer ended for, in the packages' words and on OpenAI's wire, that are no answer when nothing was said. */
const withheld = new Set(['content-filter', 'content_filter', 'error'])

/** A provider that withholds its answer must not look like one that had nothing to say. */
export function rejectSilence({ text, toolCalls }: ChatReply, reason = '') {
  if (text === '' && !toolCalls && withheld.has(reason)) {
    throw { message: 'its content filter withheld the answer.' }
  }
}
