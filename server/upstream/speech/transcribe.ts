import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { Recording, SpeechSettings, Transcribe, Transcript } from '#server/ports/transcription.ts'

export type SpeechWorld = {
  /** Guarded against SSRF. */
  fetch: typeof globalThis.fetch
  pollMs: number
}
export type SpeechWire = (
  settings: SpeechSettings,
  recording: Recording,
  world: SpeechWorld & { signal: AbortSignal },
) => Promise<Transcript>

const wires: Record<SpeechSettings['provider'], () => Promise<{ wire: SpeechWire }>> = {
  openai: () => import('./open-ai-speech.ts'),
  groq: () => import('./open-ai-speech.ts'),
  localai: () => import('./open-ai-speech.ts'),
  azurespeech: () => import('./azure-speech.ts'),
  assemblyai: () => import('./assembly-ai.ts'),
}

const names: Record<SpeechSettings['provider'], string> = {
  openai: 'OpenAI Whisper',
  groq: 'Groq Whisper',
  localai: 'LocalAI',
  azurespeech: 'Azure Speech',
  assemblyai: 'AssemblyAI',
}

/** Speech-to-text services. No retries: each attempt may cost money. */
export function createTranscribe({
  fetch,
  pollMs = 1_000,
}: Pick<SpeechWorld, 'fetch'> & { pollMs?: number }): Transcribe {
  return async (settings, recording, signal) => {
    assertOutsideTransaction('A transcription')
    const { provider, apiKey } = settings
    try {
      const { wire } = await wires[provider]()
      return await wire(settings, recording, { fetch, pollMs, signal })
    } catch (error) {
      const { toModelError } = await import('../models/provider-error.ts')
      throw toModelError(error, { name: names[provider], apiKey, signal })
    }
  }
}
