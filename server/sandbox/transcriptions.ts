import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { orderedError, WireError } from './model-contract.ts'
import { readSwitches } from './switches.ts'

const MAX_BYTES = 25_000_000
/** Bytes of one second, as browsers record speech. */
const DEFAULT_BYTES = 4_000

/** The sandbox does not transcribe: the same sound gives the same question. */
const questions: Record<'en' | 'tr', readonly string[]> = {
  en: [
    'When are you open?',
    'Can I return something I have bought?',
    'How long does delivery take?',
    'What does it cost?',
    'How can I reach you?',
  ],
  tr: [
    'Ne zaman açıksınız?',
    'Aldığım bir ürünü iade edebilir miyim?',
    'Teslimat ne kadar sürer?',
    'Fiyatı nedir?',
    'Size nasıl ulaşabilirim?',
  ],
}

/** OpenAI's `/audio/transcriptions`, with the same failures as the other routes, ordered in `prompt`. */
export async function mountTranscriptions(app: FastifyInstance) {
  await app.register(multipart, { limits: { fileSize: MAX_BYTES, files: 1, fields: 20, fieldSize: 10_000 } })
  app.post('/v1/audio/transcriptions', { bodyLimit: MAX_BYTES + 100_000 }, async (request) => {
    const { fields, bytes } = await readForm(request)
    const { error } = readSwitches(request.headers['x-sandbox'], fields.prompt ?? '')
    if (error) {
      throw orderedError(error)
    }
    if (!fields.model) {
      throw new WireError(400, 'you must provide a model parameter')
    }
    if (!bytes || bytes.length === 0) {
      throw new WireError(400, 'Audio file is too short. Minimum audio length is 0.1 seconds.')
    }
    const text = transcribe(bytes, fields.language)
    const seconds = Math.max(1, Math.ceil(secondsOf(bytes)))
    return fields.response_format === 'verbose_json'
      ? { task: 'transcribe', language: fields.language ?? 'en', duration: seconds, text, segments: [] }
      : { text, usage: { type: 'duration', seconds } }
  })
}

async function readForm(request: FastifyRequest) {
  if (!request.isMultipart()) {
    throw new WireError(400, 'The request is not a form.')
  }
  const fields: Record<string, string> = {}
  let bytes: Buffer | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      bytes = await part.toBuffer()
    } else {
      fields[part.fieldname] = String(part.value)
    }
  }
  return { fields, bytes }
}

function transcribe(bytes: Buffer, language = 'en') {
  const list = language.startsWith('tr') ? questions.tr : questions.en
  const [first = 0] = createHash('sha256').update(bytes).digest()
  return list[first % list.length] ?? ''
}

/** A WAV header has the byte rate; other formats use an estimate. */
function secondsOf(bytes: Buffer) {
  const isWav = bytes.length > 44 && bytes.toString('latin1', 0, 4) === 'RIFF'
  const rate = isWav ? bytes.readUInt32LE(28) : 0
  return rate > 0 ? (bytes.length - 44) / rate : bytes.length / DEFAULT_BYTES
}
