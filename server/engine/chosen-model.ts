import { type FollowUpProvider, followUpProviders } from '#shared/flow-providers.ts'
import type { ModelSettings, OpenedCredential, Ports } from './ports.ts'

export type ChosenModel = {
  provider: FollowUpProvider
  credentialId?: string | undefined
  modelName: string
  baseUrl?: string | undefined
  temperature?: number | undefined
  maxOutputTokens?: number | undefined
}

const wires: Record<FollowUpProvider, { provider: string; keyOf: string }> = {
  chatOpenAI: { provider: 'openai', keyOf: 'openAIApiKey' },
  chatAnthropic: { provider: 'anthropic', keyOf: 'anthropicApiKey' },
  chatGoogleGenerativeAI: { provider: 'google', keyOf: 'googleGenerativeAPIKey' },
  chatMistralAI: { provider: 'mistral', keyOf: 'mistralAIAPIKey' },
  groqChat: { provider: 'groq', keyOf: 'groqApiKey' },
  ollama: { provider: 'ollama', keyOf: 'ollamaApiKey' },
}

export function isChosenProvider(word: string): word is FollowUpProvider {
  return Object.hasOwn(wires, word)
}

/** Adapter settings, and whether the key is the platform's. Throws NOT_FOUND for a deleted credential. */
export async function openChosenModel(
  chosen: ChosenModel,
  openCredential: Ports['credential'],
): Promise<{ settings: ModelSettings; platform: boolean }> {
  const { provider, credentialId } = chosen
  const kind = followUpProviders[provider].credential
  const opened = credentialId ? await openCredential(credentialId, kind) : undefined
  return { settings: settingsOf(chosen, opened?.values ?? {}), platform: opened?.platform ?? false }
}

function settingsOf(
  { provider: word, modelName, baseUrl, temperature, maxOutputTokens }: ChosenModel,
  values: OpenedCredential['values'],
): ModelSettings {
  const { provider, keyOf } = wires[word]
  const key = values[keyOf]
  const base = values.basePath ?? values.baseUrl
  return {
    provider,
    model: modelName,
    temperature,
    maxOutputTokens,
    streaming: false,
    ...(typeof key === 'string' && { apiKey: key }),
    ...(typeof base === 'string' && base !== '' && { baseUrl: base }),
    ...(baseUrl && { customBaseUrl: baseUrl }),
  }
}
