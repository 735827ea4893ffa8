import { APICallError } from '@ai-sdk/provider'
import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { ListVoices, Speak, VoiceSettings } from '#server/ports/speech.ts'
import { AppError } from '#shared/errors.ts'
import { speakers, type Voice } from '#shared/speaking.ts'
import { errorIn } from '../models/providers/open-ai-error.ts'

type Request = { url: string; headers: Record<string, string>; body?: object }
type World = { fetch: typeof globalThis.fetch }

/** More than an hour of audio. Limits memory when a server never stops sending. */
const MAX_BYTES = 64_000_000

const requests: Record<VoiceSettings['provider'], (settings: VoiceSettings, text: string) => Request> = {
  openai: ({ model, voice, apiKey, baseUrl = 'https://api.openai.com/v1' }, input) => ({
    url: `${addressOf(baseUrl)}/audio/speech`,
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    body: { model, voice: voice || speakers.openai.voices[0], input, response_format: 'mp3' },
  }),
  elevenlabs({ model, voice, apiKey }, text) {
    if (voice === '') {
      throw new AppError('INVALID_FLOW', 'Choose a voice of ElevenLabs in the settings of the flow.')
    }
    return {
      url: `${ELEVEN_LABS}/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=mp3_44100_128`,
      headers: { 'xi-api-key': apiKey },
      body: { text, model_id: model },
    }
  },
}

const ELEVEN_LABS = 'https://api.elevenlabs.io/v1'
const formats: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
}

/** Text-to-speech services. No retries: each attempt may cost money. */
export function createSpeak({ fetch }: World): Speak {
  return async (settings, text, signal) => {
    assertOutsideTransaction('Speech')
    const reported = tellerOf(settings, signal)
    try {
      const response = await send(requests[settings.provider](settings, text), { fetch, signal })
      const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
      return { format: formats[type] ?? 'mp3', chunks: read(response, reported) }
    } catch (error) {
      throw await reported(error)
    }
  }
}

const voicesAnswer = async (response: Response): Promise<Voice[]> => {
  const { voices = [] } = (await response.json()) as {
    voices?: { voice_id?: unknown; name?: unknown; category?: unknown }[]
  }
  return voices
    .filter(({ voice_id: id }) => typeof id === 'string')
    .map(({ voice_id, name, category }) => ({
      id: String(voice_id),
      name: typeof name === 'string' ? name : String(voice_id),
      ...(typeof category === 'string' && { category }),
    }))
}

/** OpenAI's voices are the same for everyone; ElevenLabs' belong to an account. */
export function createListVoices({ fetch }: World): ListVoices {
  return async (settings, signal) => {
    const { provider, apiKey } = settings
    if (provider === 'openai') {
      return speakers.openai.voices.map((id) => ({ id, name: id }))
    }
    const reported = tellerOf(settings, signal)
    try {
      const request = { url: `${ELEVEN_LABS}/voices`, headers: { 'xi-api-key': apiKey } }
      return await voicesAnswer(await send(request, { fetch, signal }))
    } catch (error) {
      throw await reported(error)
    }
  }
}

async function send({ url, headers, body }: Request, { fetch, signal }: World & { signal: AbortSignal }) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  })
  if (!response.ok) {
    const { status: statusCode, statusText } = response
    const message = errorIn(await response.text()) ?? statusText
    throw new APICallError({ message, url, requestBodyValues: {}, statusCode })
  }
  return response
}

async function* read(response: Response, reported: (error: unknown) => Promise<unknown>) {
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > MAX_BYTES) {
        throw new AppError('UPSTREAM_FAILED', 'The voice does not stop speaking.')
      }
      yield chunk
    }
  } catch (error) {
    throw await reported(error)
  }
}

function tellerOf({ provider, apiKey }: Pick<VoiceSettings, 'provider' | 'apiKey'>, signal: AbortSignal) {
  return async (error: unknown) => {
    const { toModelError } = await import('../models/provider-error.ts')
    return toModelError(error, { name: speakers[provider].label, apiKey, signal })
  }
}

function addressOf(baseUrl: string) {
  return baseUrl.trim().replace(/\/+$/, '')
}
