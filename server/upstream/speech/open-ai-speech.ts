import { z } from 'zod'
import type { SpeechSettings } from '#server/ports/transcription.ts'
import { AppError } from '#shared/errors.ts'
import { fileOf, requestService } from './request-service.ts'
import type { SpeechWire } from './transcribe.ts'

const answer = z.object({
  text: z.string(),
  /** Verbose format only. */
  duration: z.coerce.number().optional().catch(undefined),
  usage: z.object({ seconds: z.number().optional() }).optional().catch(undefined),
})

const official: Partial<Record<SpeechSettings['provider'], string>> = {
  openai: 'https://api.openai.com/v1',
  groq: 'https://api.groq.com/openai/v1',
}

export const wire: SpeechWire = async (settings, recording, world) => {
  const { provider, model, apiKey, language, prompt, temperature } = settings
  const form = new FormData()
  form.set('file', fileOf(recording))
  form.set('model', model)
  // Groq reports the duration only in the verbose format.
  form.set('response_format', provider === 'groq' ? 'verbose_json' : 'json')
  for (const [name, value] of Object.entries({ language, prompt, temperature })) {
    if (value !== undefined) {
      form.set(name, String(value))
    }
  }
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  const transcript = await requestService(
    `${addressOf(settings)}/audio/transcriptions`,
    { headers, body: form },
    world,
  )
  const { text, duration, usage } = answer.parse(transcript)
  return { text, seconds: usage?.seconds ?? duration }
}

function addressOf({ provider, baseUrl }: SpeechSettings) {
  const address = baseUrl ?? official[provider] ?? ''
  if (!URL.canParse(address)) {
    throw new AppError('INVALID_FLOW', 'Speech to text needs the address of the LocalAI server.')
  }
  return address.trim().replace(/\/+$/, '')
}
