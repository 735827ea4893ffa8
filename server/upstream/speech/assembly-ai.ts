import { setTimeout as pause } from 'node:timers/promises'
import { APICallError } from '@ai-sdk/provider'
import { z } from 'zod'
import { requestService } from './request-service.ts'
import type { SpeechWire } from './transcribe.ts'

const BASE = 'https://api.assemblyai.com/v2'
const uploaded = z.object({ upload_url: z.string() })
const transcript = z.object({
  id: z.string(),
  status: z.string(),
  text: z.string().nullish(),
  error: z.string().nullish(),
  audio_duration: z.number().nullish(),
})

/**
 * AssemblyAI: uploads the audio, requests a transcript and polls until it is done. The run's timeout ends the
 * polling.
 */
export const wire: SpeechWire = async ({ apiKey: authorization, language }, { bytes }, world) => {
  const { pollMs, signal } = world
  const headers = { authorization }
  const binary = { ...headers, 'content-type': 'application/octet-stream' }
  const { upload_url: audioUrl } = uploaded.parse(
    await requestService(`${BASE}/upload`, { headers: binary, body: bytes }, world),
  )
  const order = {
    audio_url: audioUrl,
    ...(language ? { language_code: language } : { language_detection: true }),
  }
  const json = { ...headers, 'content-type': 'application/json' }
  const ordered = await requestService(
    `${BASE}/transcript`,
    { headers: json, body: JSON.stringify(order) },
    world,
  )
  let made = transcript.parse(ordered)
  while (made.status === 'queued' || made.status === 'processing') {
    await pause(pollMs, undefined, { signal })
    const url = `${BASE}/transcript/${encodeURIComponent(made.id)}`
    made = transcript.parse(await requestService(url, { method: 'GET', headers }, world))
  }
  if (made.status !== 'completed') {
    const message = made.error ?? 'The transcript could not be made.'
    throw new APICallError({ message, url: BASE, requestBodyValues: {}, statusCode: 422 })
  }
  return { text: made.text ?? '', seconds: made.audio_duration ?? undefined }
}
