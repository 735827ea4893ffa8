import type { OpenedCredential } from '#server/engine/ports.ts'
import type { SpeechSettings } from '#server/ports/transcription.ts'
import { AppError } from '#shared/errors.ts'
import {
  type SpeechField,
  type SpeechProvider,
  speechNames,
  speechProviders,
} from '#shared/flow-providers.ts'
import { toRecord } from '#shared/json.ts'

/** Speech-to-text provider of a flow with its stored settings; numbers may be text. */
export type SpeechChoice = {
  name: SpeechProvider
  credentialId: string
  fields: Partial<Record<SpeechField, string>>
}

/** Stored shape: `{ <provider>: { status, credentialId, … } }`, with one provider enabled. */
export function readSpeech(stored: unknown): SpeechChoice | undefined {
  const all = toRecord(stored)
  const name = speechNames.find((each) => toRecord(all[each]).status === true)
  if (!name) {
    return undefined
  }
  const { credentialId, ...chosen } = toRecord(all[name])
  const fields = speechProviders[name].fields
    .map((field) => [field, String(chosen[field] ?? '').trim()] as const)
    .filter(([, value]) => value !== '')
  return { name, credentialId: String(credentialId ?? ''), fields: Object.fromEntries(fields) }
}

/** Adapter settings. Throws INVALID_FLOW for an invalid setting. */
export function speechSettingsOf(
  { name, fields }: SpeechChoice,
  { values, platform }: OpenedCredential,
): SpeechSettings {
  const { baseUrl, model, language, prompt } = fields
  const temperature = numberOf(fields.temperature)
  const word = (key: string) =>
    typeof values[key] === 'string' && values[key] !== '' ? values[key] : undefined
  const shared = { language, prompt, temperature }
  switch (name) {
    case 'openAIWhisper':
      return {
        ...{ provider: 'openai', model: 'whisper-1', apiKey: word('openAIApiKey') ?? '' },
        ...{ baseUrl: word('basePath'), ...shared },
      }
    case 'groqWhisper':
      return {
        ...{ provider: 'groq', model: model ?? 'whisper-large-v3', apiKey: word('groqApiKey') ?? '' },
        ...shared,
      }
    case 'localAISTT':
      return {
        ...{ provider: 'localai', model: model ?? 'whisper-1', apiKey: word('localAIApiKey') ?? '' },
        ...{ baseUrl: ownAddress(baseUrl, platform), ...shared },
      }
    case 'azureCognitive':
      return {
        ...{
          provider: 'azurespeech',
          model: 'fast-transcription',
          apiKey: word('azureSubscriptionKey') ?? '',
        },
        ...{ region: word('serviceRegion'), apiVersion: word('apiVersion'), language },
        profanityFilterMode: fields.profanityFilterMode,
        channels: fields.channels?.split(',').map(Number).filter(Number.isInteger),
      }
    case 'assemblyAiTranscribe':
      return { provider: 'assemblyai', model: 'universal', apiKey: word('assemblyAIApiKey') ?? '' }
  }
}

/** A custom address with a platform credential would send our key to a third party. */
function ownAddress(baseUrl: string | undefined, platform: boolean) {
  if (platform) {
    throw new AppError(
      'INVALID_FLOW',
      'A shared credential cannot be used with a custom URL. Clear the base path or choose your own credential.',
    )
  }
  return baseUrl
}

function numberOf(text: string | undefined) {
  const number = Number(text ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}
