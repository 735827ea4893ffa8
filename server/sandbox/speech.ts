import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { orderedError, WireError } from './model-contract.ts'
import { readSwitches } from './switches.ts'

const requestSchema = z.object({
  model: z.string().min(1, 'you must provide a model parameter'),
  input: z.string().min(1, 'input must not be empty').max(4_096, 'input is longer than 4096 characters'),
  voice: z.string().min(1, 'you must provide a voice parameter'),
})

const RATE = 8_000
const SYLLABLE_SECONDS = 0.16
const TONE_SHARE = 0.7
const MAX_SYLLABLES = 24

/**
 * OpenAI's `/audio/speech`, with the same failures as the other routes. The sandbox hums a tone per vowel, its
 * pitch derived from the letter, as a WAV. The same text gives the same sound.
 */
export async function mountSpeech(app: FastifyInstance) {
  app.post('/v1/audio/speech', async (request, reply) => {
    const parsed = requestSchema.safeParse(request.body)
    if (!parsed.success) {
      throw new WireError(400, parsed.error.issues[0]?.message ?? 'The request is not valid.')
    }
    const { input } = parsed.data
    const { error } = readSwitches(request.headers['x-sandbox'], input)
    if (error) {
      throw orderedError(error)
    }
    return reply.type('audio/wav').send(hum(input))
  })
}

function hum(text: string): Buffer {
  const vowels = [...text.toLocaleLowerCase('tr')].filter((letter) => 'aeıioöuü'.includes(letter))
  const tones = vowels.slice(0, MAX_SYLLABLES).map((letter) => 180 + 18 * 'uoaıöüei'.indexOf(letter))
  const perTone = Math.round(RATE * SYLLABLE_SECONDS)
  const samples = Buffer.alloc(Math.max(1, tones.length) * perTone * 2)
  for (const [index, hertz] of tones.entries()) {
    const sounding = Math.round(perTone * TONE_SHARE)
    for (let at = 0; at < sounding; at += 1) {
      // A fade in and out avoids clicks.
      const loudness = 0.3 * Math.sin((Math.PI * at) / sounding)
      const value = Math.sin((2 * Math.PI * hertz * at) / RATE) * loudness
      samples.writeInt16LE(Math.round(value * 32_767), (index * perTone + at) * 2)
    }
  }
  return Buffer.concat([headerOf(samples.length), samples])
}

/** A WAV header for one channel of sixteen bits. */
function headerOf(bytes: number) {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(bytes, 40)
  return header
}
