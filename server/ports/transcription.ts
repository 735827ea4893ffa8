/** Who writes down what was spoken, and how. `provider` is also the name under which the price table knows it. */
export type SpeechSettings = {
  provider: 'openai' | 'groq' | 'localai' | 'azurespeech' | 'assemblyai'
  model: string
  apiKey: string
  /** The address that comes with the credential or was typed in; the provider's own where absent. */
  baseUrl?: string | undefined
  /** Azure's: the first part of its address. */
  region?: string | undefined
  apiVersion?: string | undefined
  /** `en`, and at Azure `en-US`. Found out by the provider where absent. */
  language?: string | undefined
  /** Words that are likely to come. */
  prompt?: string | undefined
  temperature?: number | undefined
  profanityFilterMode?: string | undefined
  channels?: readonly number[] | undefined
}

export type Recording = { name: string; mime: string; bytes: Uint8Array }

export type Transcript = {
  text: string
  /** Of sound, as the provider counts them; absent where it does not say. */
  seconds?: number | undefined
}

/** Throws AppError UPSTREAM_FAILED with the provider's own sentence, the signal's reason when that was aborted. */
export type Transcribe = (
  settings: SpeechSettings,
  recording: Recording,
  signal: AbortSignal,
) => Promise<Transcript>
