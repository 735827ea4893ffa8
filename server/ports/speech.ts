import type { SpeakerName, Voice } from '#shared/speaking.ts'

/** `provider` is also the provider's name in the price table. */
export type VoiceSettings = {
  provider: SpeakerName
  model: string
  voice: string
  apiKey: string
  /** The URL of the credential; the provider's own when absent. */
  baseUrl?: string | undefined
}

export type Sound = {
  format: string
  chunks: AsyncIterable<Uint8Array>
}

/** Both throw AppError UPSTREAM_FAILED with the provider's message, or the signal's reason when aborted. */
export type Speak = (settings: VoiceSettings, text: string, signal: AbortSignal) => Promise<Sound>
export type ListVoices = (
  settings: Pick<VoiceSettings, 'provider' | 'apiKey'>,
  signal: AbortSignal,
) => Promise<Voice[]>
