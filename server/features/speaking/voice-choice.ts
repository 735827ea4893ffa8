import type { OpenedCredential } from '#server/engine/ports.ts'
import type { VoiceSettings } from '#server/ports/speech.ts'
import { AppError } from '#shared/errors.ts'
import { parseJson, toRecord } from '#shared/json.ts'
import { type SpeakerName, speakerNames, speakers } from '#shared/speaking.ts'

export type VoiceChoice = {
  provider: SpeakerName
  credentialId: string
  voice: string
  model: string
  autoPlay: boolean
}

/**
 * Flowise's format: `{ <provider>: { status, credentialId, voice, model?, autoPlay } }`, with one of them enabled.
 */
export function readVoiceChoice(stored: string | null): VoiceChoice | undefined {
  // Most flows have none, and a thrown and caught error costs as much as a query.
  if (!stored) {
    return undefined
  }
  const all = toRecord(parseJson(stored))
  const provider = speakerNames.find((name) => isOn(toRecord(all[name]).status))
  if (!provider) {
    return undefined
  }
  const { credentialId, voice, model, autoPlay } = toRecord(all[provider])
  return {
    provider,
    credentialId: word(credentialId),
    voice: word(voice),
    model: word(model) || speakers[provider].models[0],
    autoPlay: isOn(autoPlay),
  }
}

export function voiceSettingsOf(
  { provider, voice, model }: Omit<VoiceChoice, 'autoPlay' | 'credentialId'>,
  { values }: OpenedCredential,
): VoiceSettings {
  const choice = { provider, voice, model: model || speakers[provider].models[0] }
  return provider === 'openai'
    ? { ...choice, apiKey: word(values.openAIApiKey), baseUrl: word(values.basePath) || undefined }
    : { ...choice, apiKey: word(values.elevenLabsApiKey) }
}

/** Throws INVALID_FLOW when the credential is gone. */
export async function openVoiceCredential(open: () => Promise<OpenedCredential>) {
  try {
    return await open()
  } catch (cause) {
    throw cause instanceof AppError && cause.code === 'NOT_FOUND'
      ? new AppError(
          'INVALID_FLOW',
          'The speech credential was deleted. Choose another one in the flow’s configuration.',
          { cause },
        )
      : cause
  }
}

const word = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const isOn = (value: unknown) => value === true || value === 'true'
