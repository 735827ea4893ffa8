import { expect, test } from 'vitest'
import type { VoiceSettings } from '#server/ports/speech.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { createListVoices, createSpeak } from './speak.ts'

const openAi: VoiceSettings = { provider: 'openai', model: 'tts-1', voice: 'nova', apiKey: 'own-key' }
const eleven: VoiceSettings = {
  ...{ provider: 'elevenlabs', model: 'eleven_flash_v2_5', voice: 'a/b', apiKey: 'own-key' },
}

async function openService({ status = 200, type = 'audio/mpeg', body = 'the sound itself' } = {}) {
  const requested: { at: string; headers: object; body: unknown }[] = []
  const { origin } = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const text = Buffer.concat(chunks).toString()
    requested.push({
      at: `${request.method} https://${request.headers['x-meant-for']}${request.url}`,
      headers: request.headers,
      body: text && JSON.parse(text),
    })
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const guarded = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
  const fetch: typeof guarded = (url, init) => {
    const headers = { ...(init?.headers as Record<string, string>), 'x-meant-for': new URL(String(url)).host }
    return guarded(String(url).replace(/^https?:\/\/[^/]+/, origin), { ...init, headers })
  }
  return { requested, speak: createSpeak({ fetch }), listVoices: createListVoices({ fetch }) }
}

async function soundOf({ chunks }: { chunks: AsyncIterable<Uint8Array> }) {
  const pieces: Uint8Array[] = []
  for await (const chunk of chunks) {
    pieces.push(chunk)
  }
  return Buffer.concat(pieces).toString()
}

test('services are called as documented, and their audio is passed on', async () => {
  const { signal } = new AbortController()
  const { requested, speak } = await openService()

  const sound = await speak(openAi, 'Hello.', signal)
  expect([sound.format, await soundOf(sound)]).toEqual(['mp3', 'the sound itself'])
  await soundOf(
    await speak({ ...openAi, voice: '', baseUrl: 'https://own.example.com/v1/' }, 'Hello.', signal),
  )
  await soundOf(await speak(eleven, 'Hello.', signal))

  expect(requested).toMatchObject([
    {
      at: 'POST https://api.openai.com/v1/audio/speech',
      headers: { authorization: 'Bearer own-key' },
      body: { model: 'tts-1', voice: 'nova', input: 'Hello.', response_format: 'mp3' },
    },
    { at: 'POST https://own.example.com/v1/audio/speech', body: { voice: 'alloy' } },
    {
      at: 'POST https://api.elevenlabs.io/v1/text-to-speech/a%2Fb/stream?output_format=mp3_44100_128',
      headers: { 'xi-api-key': 'own-key' },
      body: { text: 'Hello.', model_id: 'eleven_flash_v2_5' },
    },
  ])
  const wav = await openService({ type: 'audio/wav' })
  expect((await wav.speak(openAi, 'Hello.', signal)).format).toBe('wav')
})

test('voices of ElevenLabs depend on the account, those of OpenAI are the same for all', async () => {
  const { signal } = new AbortController()
  const body = JSON.stringify({
    voices: [{ voice_id: 'v1', name: 'Rachel', category: 'premade' }, { name: 'odd' }],
  })
  const { requested, listVoices } = await openService({ type: 'application/json', body })

  expect(await listVoices(eleven, signal)).toEqual([{ id: 'v1', name: 'Rachel', category: 'premade' }])
  expect(requested[0]).toMatchObject({
    at: 'GET https://api.elevenlabs.io/v1/voices',
    headers: { 'xi-api-key': 'own-key' },
  })
  expect(await listVoices(openAi, signal)).toContainEqual({ id: 'nova', name: 'nova' })
  expect(requested).toHaveLength(1)
})

test('an error contains the reason without the key; a caller that left gets nothing; a voice is required', async () => {
  const { signal } = new AbortController()
  const refusing = (body: object) =>
    openService({ status: 401, type: 'application/json', body: JSON.stringify(body) })
  const detail = { detail: { status: 'invalid_api_key', message: 'Invalid API key own-key' } }
  const { speak, requested } = await refusing(detail)
  const rejection = await speak(eleven, 'Hello.', signal).catch((error: Error) => error)
  expect(rejection).toMatchObject({ code: 'UPSTREAM_FAILED' })
  expect(String(rejection)).toContain('ElevenLabs answered 401: Invalid API key')
  expect(String(rejection)).not.toContain('own-key')

  await expect(speak(openAi, 'Hello.', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  await expect(speak({ ...eleven, voice: '' }, 'Hello.', signal)).rejects.toMatchObject({
    code: 'INVALID_FLOW',
  })
  expect(requested).toHaveLength(1)
})
