import type { SpeakerName, Voice } from '#shared/speaking.ts'

/** Who speaks, and how. `provider` is also the name under which the price table knows it. */
export type VoiceSettings = {
  provider: SpeakerName
  model: string
  voice: string
  apiKey: string
  /** The address that comes with the credential; the provider's own where absent. */
  baseUrl?: string | undefined
}

export type Sound = {
  /** `mp3`, `wav`, …: what the provider has really sent. */
  format: string
  chunks: AsyncIterable<Uint8Array>
}

/** Both throw AppError UPSTREAM_FAILED with the provider's own sentence, the signal's reason when that was aborted. */
export type Speak = (settings: VoiceSettings, text: string, signal: AbortSignal) => Promise<Sound>
export type ListVoices = (
  settings: Pick<VoiceSettings, 'provider' | 'apiKey'>,
  signal: AbortSignal,
) => Promise<Voice[]>
