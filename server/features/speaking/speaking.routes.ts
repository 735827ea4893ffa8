// Plain routes, because the sound is a stream of events, and the page that asks matters: a flow may be for some sites alone.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { toAppError } from '#server/http/errors.ts'
import { readInput } from '#server/http/read-input.ts'
import { enterAsVisitor } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { speakInput } from '#shared/speaking.ts'
import type { Sound } from './voice-port.ts'

export function mountSpeaking(rest: FastifyInstance, services: Services) {
  rest.post('/text-to-speech/generate', async (request, reply) => {
    const door = 'POST /api/v1/text-to-speech/generate'
    const visitor = await enterAsVisitor(door, { request, reply, services }, { writes: true })
    const input = readInput(speakInput, request.body)
    // What is refused before the first sound is an ordinary error with its status.
    return stream(await services.speaking.speakAnswer(input, visitor), input.chatMessageId, reply)
  })

  rest.post('/text-to-speech/abort', async (request, reply) => {
    const door = 'POST /api/v1/text-to-speech/abort'
    const { page } = await enterAsVisitor(door, { request, reply, services }, { writes: true })
    const input = readInput(speakInput, request.body)
    await (page !== undefined && services.chat.refusePage(input.chatflowId, page))
    return services.speaking.abort(input)
  })
}

/** facts/rest-table.md R16: events with names, and the same names inside. */
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
