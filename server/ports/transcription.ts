/** Speech-to-text settings. `provider` is also the name in the price table. */
export type SpeechSettings = {
  provider: 'openai' | 'groq' | 'localai' | 'azurespeech' | 'assemblyai'
  model: string
  apiKey: string
  /** URL of the credential or the node; defaults to the provider's own. */
  baseUrl?: string | undefined
  /** Azure only: the first part of its host name. */
  region?: string | undefined
  apiVersion?: string | undefined
  /** `en`, or `en-US` for Azure. Detected by the provider when absent. */
  language?: string | undefined
  /** Words that are likely to occur in the recording. */
  prompt?: string | undefined
  temperature?: number | undefined
  profanityFilterMode?: string | undefined
  channels?: readonly number[] | undefined
}

export type Recording = { name: string; mime: string; bytes: Uint8Array }

export type Transcript = {
  text: string
  /** Seconds of audio as counted by the provider; absent when not reported. */
  seconds?: number | undefined
}

/** Throws AppError UPSTREAM_FAILED with the provider's message, or the signal's reason when aborted. */
export type Transcribe = (
  settings: SpeechSettings,
  recording: Recording,
  signal: AbortSignal,
) => Promise<Transcript>
