import { type FollowUpProvider, followUpProviders } from '#shared/flow-section-kinds.ts'
import type { ModelSettings, OpenedCredential, Ports } from './ports.ts'

/** A model somebody has chosen in a form, not on a canvas. */
export type ChosenModel = {
  provider: FollowUpProvider
  credentialId?: string | undefined
  modelName: string
  /** The address he typed. */
  baseUrl?: string | undefined
  temperature?: number | undefined
  maxOutputTokens?: number | undefined
}

/** By the word in the settings (facts/rest-table.md R3): its adapter, and where a credential keeps its key. */
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

/** What the adapter is told, and whether the key is the house's. Throws NOT_FOUND for a credential that is gone. */
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
