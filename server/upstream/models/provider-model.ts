import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ChatCall, ChatPiece, ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import type { ChatReply, Usage } from '#shared/runs.ts'

export type Connection = {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey: string
  fetch: typeof globalThis.fetch
}

/** The interface of each file in `providers/`. */
export type Provider = {
  optionsKey: string
  /** `hasTools` asks for an interface that runs the provider's own tools. */
  open(connection: Connection, settings: ModelSettings, hasTools: boolean): LanguageModelV4
  /** The models support no JSON schemas, so the prompt asks for JSON. */
  withoutSchemas?: boolean
  /** Supports OpenAI's strict mode, which accepts only closed schemas. */
  hasStrictMode?: boolean
  /** Expects the reasoning that preceded a tool call to be sent back. */
  takesThoughts?: boolean
  usageSoFar?(rawChunk: unknown): Usage | undefined
}

/** A provider API implemented without a package; a file in `providers/` exports this instead. */
export type OwnWire = {
  request(
    connection: Connection,
    settings: ModelSettings,
    request: ChatRequest,
    call: ChatCall,
  ): AsyncGenerator<ChatPiece, ChatReply>
}

export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
}

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

export function isCompletionModel(model: string): boolean {
  return /^(gpt-3(\.|)5-turbo-instruct|text-(davinci|curie|babbage|ada)|(davinci|curie|babbage|ada)(-|$))/.test(
    model,
  )
}

/** Models write arguments as JSON text, sometimes invalid. The tool then reports the missing arguments. */
export function parseArguments(input: string): unknown {
  try {
    return input.trim() === '' ? {} : parseBoundedJson(input)
  } catch {
    return input
  }
}

/** Finish reasons, of the packages and of OpenAI's API, that make an empty answer an error. */
const withheld = new Set(['content-filter', 'content_filter', 'error'])

/** A withheld answer is an error, so that it does not look like an empty one. */
export function rejectSilence({ text, toolCalls }: ChatReply, reason = '') {
  if (text === '' && !toolCalls && withheld.has(reason)) {
    throw { message: 'its content filter withheld the answer.' }
  }
}
