import type { ModelSettings } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

export type Outside = {
  /** Guarded against SSRF. */
  fetch: typeof globalThis.fetch
  sandboxUrl: () => string
}

const official: Record<string, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://localhost:11434',
  groq: 'https://api.groq.com/openai/v1',
  mistral: 'https://api.mistral.ai/v1',
  deepseek: 'https://api.deepseek.com',
  xai: 'https://api.x.ai/v1',
  together: 'https://api.together.xyz/v1',
  fireworks: 'https://api.fireworks.ai/inference/v1',
  perplexity: 'https://api.perplexity.ai',
  openrouter: 'https://openrouter.ai/api/v1',
  cerebras: 'https://api.cerebras.ai/v1',
  sambanova: 'https://api.sambanova.ai/v1',
  nvidia: 'https://integrate.api.nvidia.com/v1',
  cohere: 'https://api.cohere.com/v2',
  replicate: 'https://api.replicate.com/v1',
  huggingface: 'https://router.huggingface.co/v1',
}

/** Providers with an API of their own; all others are OpenAI-compatible. */
const ownWires = new Set([
  'openai',
  'azure',
  'anthropic',
  'google',
  'ollama',
  'cohere',
  'bedrock',
  'vertex',
  'replicate',
  'huggingface',
])

/** Self-hosted OpenAI-compatible servers. */
const imitators = new Set(['localai', 'litellm', 'lmstudio', 'llamacpp', 'compatible'])

type Address = Pick<ModelSettings, 'provider' | 'baseUrl' | 'customBaseUrl'>

/** The author's URL overrides the credential's, which overrides the provider's default. */
export function addressOf({ provider, baseUrl, customBaseUrl }: Address, { sandboxUrl }: Outside): string {
  if (provider === 'flowtill') {
    return withVersion(sandboxUrl())
  }
  const address = customBaseUrl ?? baseUrl ?? official[provider] ?? ''
  if (!URL.canParse(address)) {
    throw new AppError('INVALID_FLOW', `"${address}" is not an address of a model server.`)
  }
  return trim(address)
}

/** The provider that owns this URL; its prices apply to the key. */
export function providerAt(address: string): string | undefined {
  const plain = trim(address)
  return Object.keys(official).find((provider) => provider !== 'ollama' && official[provider] === plain)
}

/** True for OpenAI-compatible servers, false for OpenAI itself. */
export function speaksOpenAI({ provider, baseUrl, customBaseUrl }: Address): boolean {
  if (provider === 'openai') {
    const address = customBaseUrl ?? baseUrl
    return !!address && trim(address) !== official.openai
  }
  return (
    provider === 'flowtill' || imitators.has(provider) || (provider in official && !ownWires.has(provider))
  )
}

function withVersion(address: string) {
  const base = trim(address)
  return base.endsWith('/v1') ? base : `${base}/v1`
}

function trim(address: string) {
  return address.trim().replace(/\/+$/, '')
}
