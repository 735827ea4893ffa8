import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelSettings } from '#server/engine/ports.ts'
import type { Usage } from '#shared/runs.ts'

/** How to reach a provider: one of these per address and key. */
export type Connection = {
  /** Without a slash at its end. */
  baseUrl: string
  apiKey: string
  fetch: typeof globalThis.fetch
}

/** What a file in `providers/` gives: a provider's package, seen through one interface. */
export type Provider = {
  /** Where the provider's package looks for options of its own. */
  optionsKey: string
  open(connection: Connection, settings: ModelSettings): LanguageModelV4
  /** Usage told in the middle of a stream, for providers that do. */
  usageSoFar?(rawChunk: unknown): Usage | undefined
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
  flowtill: 'The Flowtill Demo model',
}

export function nameOf({
  provider,
  customBaseUrl,
}: Pick<ModelSettings, 'provider' | 'customBaseUrl'>): string {
  return (customBaseUrl && provider !== 'ollama' ? undefined : names[provider]) ?? 'The model server'
}
