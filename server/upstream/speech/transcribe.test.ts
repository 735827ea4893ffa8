import { describe, expect, test } from 'vitest'
import type { SpeechSettings } from '#server/ports/transcription.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { createTranscribe } from './transcribe.ts'

type Reply = { status?: number; body: unknown }
type Recorded = {
  settings: SpeechSettings
  replies: Reply[]
  requested: string[]
  headers: object
  sent: string[]
  seconds: number
  text: string
}
const recording = { name: 'voice.webm', mime: 'audio/webm', bytes: Buffer.from('the sound itself') }
const rejection = { status: 401, body: { error: { message: 'Incorrect API key provided.' } } }

const recorded: [string, Recorded][] = [
  [
    'OpenAI',
    {
      settings: {
        ...{ provider: 'openai', model: 'whisper-1', apiKey: 'own-key' },
        ...{ language: 'en', prompt: 'plates', temperature: 0.2 },
      },
      replies: [{ body: { text: 'Hello.', usage: { type: 'duration', seconds: 9 } } }],
      requested: ['POST https://api.openai.com/v1/audio/transcriptions'],
      headers: {
        authorization: 'Bearer own-key',
        'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
      },
      sent: [
        'name="file"; filename="voice.webm"\r\nContent-Type: audio/webm\r\n\r\nthe sound itself',
        'name="model"\r\n\r\nwhisper-1',
        'name="response_format"\r\n\r\njson',
        'name="language"\r\n\r\nen',
        'name="prompt"\r\n\r\nplates',
        'name="temperature"\r\n\r\n0.2',
      ],
      seconds: 9,
      text: 'OpenAI Whisper answered 401: Incorrect API key provided.',
    },
  ],
  [
    'Groq',
    {
      settings: { provider: 'groq', model: 'whisper-large-v3', apiKey: 'own-key' },
      replies: [{ body: { text: 'Hello.', duration: 2.5, segments: [] } }],
      requested: ['POST https://api.groq.com/openai/v1/audio/transcriptions'],
      headers: { authorization: 'Bearer own-key' },
      sent: ['name="model"\r\n\r\nwhisper-large-v3', 'name="response_format"\r\n\r\nverbose_json'],
      seconds: 2.5,
      text: 'Groq Whisper answered 401: Incorrect API key provided.',
    },
  ],
  [
    'LocalAI, at an address of one’s own and without a key',
    {
      settings: {
        provider: 'localai',
        model: 'whisper-base',
        apiKey: '',
        baseUrl: 'https://speech.example.com/v1/',
      },
      replies: [{ body: { text: 'Hello.', segments: [{ id: 0 }], duration: 'nobody knows' } }],
      requested: ['POST https://speech.example.com/v1/audio/transcriptions'],
      headers: { 'content-type': expect.stringContaining('multipart/form-data') },
      sent: ['name="model"\r\n\r\nwhisper-base'],
      seconds: Number.NaN,
      text: 'LocalAI answered 401: Incorrect API key provided.',
    },
  ],
  [
    'Azure',
    {
      settings: {
        ...{ provider: 'azurespeech', model: 'fast-transcription', apiKey: 'own-key', region: 'westeurope' },
        ...{ language: 'tr-TR', profanityFilterMode: 'Removed', channels: [0, 1] },
      },
      replies: [
        {
          body: {
            durationMilliseconds: 4_200,
            combinedPhrases: [{ channel: 0, text: 'Hello.' }],
            phrases: [],
          },
        },
      ],
      requested: [
        'POST https://westeurope.api.cognitive.microsoft.com/speechtotext/transcriptions:transcribe?api-version=2024-11-15',
      ],
      headers: { 'ocp-apim-subscription-key': 'own-key' },
      sent: [
        'name="audio"; filename="voice.webm"',
        'name="definition"\r\n\r\n{"locales":["tr-TR"],"profanityFilterMode":"Removed","channels":[0,1]}',
      ],
      seconds: 4.2,
      text: 'Azure Speech answered 401: Incorrect API key provided.',
    },
  ],
  [
    'AssemblyAI, which is sent the sound, told to write, and asked until it has',
    {
      settings: { provider: 'assemblyai', model: 'universal', apiKey: 'own-key' },
      replies: [
        { body: { upload_url: 'https://cdn.assemblyai.com/upload/1' } },
        { body: { id: 'a/b', status: 'queued' } },
        { body: { id: 'a/b', status: 'processing' } },
        { body: { id: 'a/b', status: 'completed', text: 'Hello.', audio_duration: 3 } },
      ],
      requested: [
        'POST https://api.assemblyai.com/v2/upload',
        'POST https://api.assemblyai.com/v2/transcript',
        'GET https://api.assemblyai.com/v2/transcript/a%2Fb',
        'GET https://api.assemblyai.com/v2/transcript/a%2Fb',
      ],
      headers: { authorization: 'own-key', 'content-type': 'application/octet-stream' },
      sent: ['the sound itself'],
      seconds: 3,
      text: 'AssemblyAI answered 401: Incorrect API key provided.',
    },
  ],
]

async function openService(...replies: Reply[]) {
  const requested: string[] = []
  const seen: { headers: object; body: string }[] = []
  const { origin } = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    const { status = 200, body } = replies[Math.min(seen.length, replies.length) - 1] ?? { body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const guarded = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
  const fetch: typeof guarded = (url, init) => {
    requested.push(`${init?.method} ${url}`)
    return guarded(String(url).replace(/^https?:\/\/[^/]+/, origin), init)
  }
  return { requested, seen, transcribe: createTranscribe({ fetch, pollMs: 1 }) }
}

describe.each(recorded)(
  '%s',
  (_, { settings, replies, requested: expected, headers, sent, seconds, text }) => {
    const { signal } = new AbortController()

    test('is called as documented, and its text and seconds are read', async () => {
      const { requested, seen, transcribe } = await openService(...replies)

      const transcript = await transcribe(settings, recording, signal)

      expect(transcript).toEqual({ text: 'Hello.', seconds: Number.isNaN(seconds) ? undefined : seconds })
      expect(requested).toEqual(expected)
      expect(seen[0]?.headers).toMatchObject(headers)
      for (const part of sent) {
        expect(seen[0]?.body).toContain(part)
      }
    })

    test('is named with its message on an error, and stopped when the caller leaves', async () => {
      const { transcribe } = await openService(rejection)
      await expect(transcribe(settings, recording, signal)).rejects.toMatchObject({
        code: 'UPSTREAM_FAILED',
        message: text,
      })

      const aborted = AbortSignal.abort(new Error('gone'))
      await expect(transcribe(settings, recording, aborted)).rejects.toThrow('gone')
    })
  },
)

test('a failed job reports its reason; a region cannot lead to another host; LocalAI requires its address', async () => {
  const { signal } = new AbortController()
  const assembly: SpeechSettings = { provider: 'assemblyai', model: 'universal', apiKey: 'k' }
  const broken = await openService(
    { body: { upload_url: 'u' } },
    { body: { id: '1', status: 'error', error: 'The file has no sound.' } },
  )
  await expect(broken.transcribe(assembly, recording, signal)).rejects.toMatchObject({
    message: 'AssemblyAI answered 422: The file has no sound.',
  })

  const azure: SpeechSettings = {
    provider: 'azurespeech',
    model: 'm',
    apiKey: 'k',
    region: 'evil.example.com/',
  }
  await expect(broken.transcribe(azure, recording, signal)).rejects.toMatchObject({ code: 'INVALID_FLOW' })
  const local: SpeechSettings = { provider: 'localai', model: 'm', apiKey: '' }
  await expect(broken.transcribe(local, recording, signal)).rejects.toMatchObject({ code: 'INVALID_FLOW' })
  expect(broken.requested).toHaveLength(2)
})
