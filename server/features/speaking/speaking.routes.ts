// Plain routes, because the audio is an event stream and the request's origin matters: a flow may restrict its
// sites.

import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { toAppError } from '#server/http/errors.ts'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { readInput } from '#server/http/read-input.ts'
import { authorizeVisitor } from '#server/http/visit.ts'
import type { Sound } from '#server/ports/speech.ts'
import type { Services } from '#server/services.ts'
import { speechEventSchema } from '#shared/prediction-response.ts'
import { speakInput } from '#shared/speaking.ts'

const generateDocs: PlainRouteDocs = {
  id: 'speakAnswer',
  tag: 'Speech',
  summary: 'Read an answer aloud',
  description:
    'Streams the audio of a stored answer. Every frame has an `event:` line and a `data:` line with the JSON object `{ "event": …, "data": … }`: `tts_start` with the format, `tts_data` with base64 audio, then `tts_end` or `tts_error`.',
  body: speakInput,
  response: {
    'text/event-stream': {
      schema: speechEventSchema,
      example: {
        event: 'tts_start',
        data: { chatMessageId: '0c9d4b52-33f3-4f1e-9f0b-7a1c2e3d4f50', format: 'mp3' },
      },
    },
  },
  errors: [402, 404, 502],
}
const abortDocs: PlainRouteDocs = {
  id: 'abortSpeech',
  tag: 'Speech',
  summary: 'Stop reading an answer aloud',
  body: speakInput,
  response: z.object({ message: z.string(), chatId: z.string(), chatMessageId: z.string() }),
  errors: [404],
}

export function mountSpeaking(rest: FastifyInstance, services: Services) {
  rest.post('/text-to-speech/generate', { config: { docs: generateDocs } }, async (request, reply) => {
    const route = 'POST /api/v1/text-to-speech/generate'
    const visitor = await authorizeVisitor(route, { request, reply, services }, { writes: true })
    const input = readInput(speakInput, request.body)
    return stream(await services.speaking.speakAnswer(input, visitor), input.chatMessageId, reply)
  })

  rest.post('/text-to-speech/abort', { config: { docs: abortDocs } }, async (request, reply) => {
    const route = 'POST /api/v1/text-to-speech/abort'
    const { page } = await authorizeVisitor(route, { request, reply, services }, { writes: true })
    const input = readInput(speakInput, request.body)
    await (page !== undefined && services.flowAccess.rejectPage(input.chatflowId, page))
    return services.speaking.abort(input)
  })
}

/** Flowise's format: named events that repeat the name in the data. */
async function stream({ format, chunks }: Sound, chatMessageId: string, reply: FastifyReply) {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string | string[]>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  })
  const write = (event: string, data: object) =>
    raw.write(`event: ${event}\ndata: ${JSON.stringify({ event, data: { chatMessageId, ...data } })}\n\n`)
  try {
    write('tts_start', { format })
    for await (const chunk of chunks) {
      if (raw.destroyed) {
        break
      }
      write('tts_data', { audioChunk: Buffer.from(chunk).toString('base64') })
    }
    write('tts_end', {})
  } catch (error) {
    write('tts_error', { error: toAppError(error).message })
  }
  raw.end()
  return reply
}
