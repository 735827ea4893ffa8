import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRecord } from '#shared/json.ts'
import type { Form } from './order-form.ts'
import type { Api, Failure, SwitchBoard } from './switches.ts'
import type { Timers } from './timers.ts'

export const bodyLimit = 100_000
/** A call without a response is closed after this time. */
const SILENCE_MS = 120_000

type Work = (form: Form) => object | Promise<object>

/** Mounts PayTR's APIs: a form in, JSON out, always with status 200 unless a failure was ordered. */
export function createAnswers(app: FastifyInstance, switches: SwitchBoard, timers: Timers) {
  return function answer(api: Api, path: string, work: Work) {
    app.post(path, { bodyLimit }, async (request, reply) => {
      const failure = switches.takeFailure(api)
      if (failure?.kind === 'slow' || failure?.kind === 'lost') {
        return answerBadly(failure, await write(work, request), request, reply)
      }
      return failure
        ? fail(failure, request, reply)
        : reply.type('application/json; charset=utf-8').send(await write(work, request))
    })
  }

  async function fail({ kind }: Failure, request: FastifyRequest, reply: FastifyReply) {
    if (kind === 'error') {
      return reply.code(500).type('application/json').send('{"status":"error"}')
    }
    if (kind === 'html') {
      return reply.type('text/html').send('<html><body><h1>Bakim calismasi</h1></body></html>')
    }
    await timers.pause(SILENCE_MS)
    tear(request, reply)
  }
}

async function write(work: Work, { body }: FastifyRequest) {
  return JSON.stringify(await work(isRecord(body) ? (body as Form) : {}))
}

/** The work is done, but its response is slow or lost. */
async function answerBadly(
  { kind, byteMs }: Failure,
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (kind === 'lost') {
    return tear(request, reply)
  }
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  for (const byte of Buffer.from(text)) {
    if (raw.destroyed) {
      return
    }
    raw.write(Buffer.of(byte))
    await pause(byteMs)
  }
  raw.end()
}

function tear({ raw }: FastifyRequest, reply: FastifyReply) {
  reply.hijack()
  raw.socket.destroy()
}
