import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { fileOf, requestService } from './request-service.ts'
import type { SpeechWire } from './transcribe.ts'

const DEFAULT_VERSION = '2024-11-15'
const answer = z.object({
  durationMilliseconds: z.number().optional(),
  combinedPhrases: z.array(z.object({ text: z.string() })).default([]),
})

export const wire: SpeechWire = async (settings, recording, world) => {
  const { apiKey, region = '', apiVersion = DEFAULT_VERSION, language = 'en-US' } = settings
  const { profanityFilterMode = 'Masked', channels } = settings
  // The region becomes part of a hostname.
  if (!/^[a-z0-9-]{2,60}$/i.test(region)) {
    throw new AppError('INVALID_FLOW', 'The Azure Speech credential needs a region, such as westeurope.')
  }
  const definition = {
    locales: [language],
    profanityFilterMode,
    ...(channels?.length && { channels }),
  }
  const form = new FormData()
  form.set('audio', fileOf(recording))
  form.set('definition', JSON.stringify(definition))
  const url = `https://${region}.api.cognitive.microsoft.com/speechtotext/transcriptions:transcribe?api-version=${encodeURIComponent(apiVersion)}`
  const headers = { 'ocp-apim-subscription-key': apiKey }
  const { combinedPhrases, durationMilliseconds } = answer.parse(
    await requestService(url, { headers, body: form }, world),
  )
  return {
    text: combinedPhrases.map(({ text }) => text).join('\n'),
    seconds: durationMilliseconds === undefined ? undefined : durationMilliseconds / 1_000,
  }
}
