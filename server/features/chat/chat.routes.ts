// Plain Fastify routes, because the response may be a stream whose headers wait for the first token, and a
// disconnect must stop the run.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '#server/http/errors.ts'
import { isFlowLimit, sendFlowLimit } from '#server/http/flow-limit.ts'
import { readBody } from '#server/http/form-parts.ts'
import { logFailure } from '#server/http/observe-requests.ts'
import { readInput } from '#server/http/read-input.ts'
import { readForm } from '#server/http/uploads-form.ts'
import { enter, linkOriginOf, pageOf, platformOf } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { predictionInput } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { createAgentFrames, type RunFrames } from './agent-frames.ts'
import { createAnswerWriter, leaveOrSilence } from './answer-writer.ts'
import { internalPredictionDocs, predictionDocs } from './chat.docs.ts'
import { createChatFrames, failureFrames, HEARTBEAT, HEARTBEAT_MS } from './chat-frames.ts'
import { type FileLinks, fileLinksTo, ownLinks } from './file-links.ts'
import type { Answering } from './questions.ts'
import { createReasoningFrames } from './reasoning-frames.ts'
import { type Aloud, soundFrames } from './sound-frames.ts'
import { isAboutRequest } from './visitor-errors.service.ts'

/** How often a stream looks for frames that were held back. */
const DUE_MS = 250

type ReceivedRequest = FastifyRequest<{ Params: { id: string } }>

export function mountChat(app: FastifyInstance, services: Services) {
  const aloud =
    (flowId: string): Aloud =>
    ({ chatId, chatMessageId: messageId }) =>
      services.speaking.speakAlong({ flowId, chatId, messageId })

  app.post(
    '/prediction/:id',
    { config: { docs: predictionDocs } },
    async (request: ReceivedRequest, reply) => {
      const ctx = await enter('POST /api/v1/prediction/:id', request, reply, services)
      const { body, files } = await readBody(request, readForm)
      const input = read(body)
      const visitor = {
        ...{ caller: ctx.caller, page: pageOf(request, services), address: request.ip },
        platform: platformOf(request, services),
      }
      const answering = await services.chat
        .predict(request.params.id, input, visitor, files)
        .catch((error: unknown) => sendFailure(error, input.streaming, reply))
      if (!answering) {
        return reply
      }
      const links = fileLinksTo(linkOriginOf(request, services))
      // A flow that cannot stream responds in one piece even when streaming was requested.
      return input.streaming && answering.streams
        ? streamAnswer(answering, reply, { aloud: aloud(request.params.id), links })
        : sendAnswer(answering, reply, links)
    },
  )

  app.post(
    '/internal-prediction/:id',
    { config: { docs: internalPredictionDocs } },
    async (request: ReceivedRequest, reply) => {
      const ctx = await enter('POST /api/v1/internal-prediction/:id', request, reply, services)
      const { body, files } = await readBody(request, readForm)
      const input = read(body)
      const answering = await services.chat
        .predictInternal(ctx.caller?.id ?? '', request.params.id, input, files)
        .catch((error: unknown) => sendFailure(error, input.streaming, reply))
      if (!answering) {
        return reply
      }
      return input.streaming
        ? streamAnswer(answering, reply, { aloud: aloud(request.params.id) })
        : sendAnswer(answering, reply)
    },
  )
}

/**
 * Handles an error before the run begins. Streaming clients read errors of the flow from events, but expect HTTP
 * errors for invalid requests; those are thrown.
 */
function sendFailure(error: unknown, isStream: boolean, reply: FastifyReply) {
  const failure = toAppError(error)
  if (isFlowLimit(failure)) {
    void sendFlowLimit(failure, reply)
  } else if (isStream && !isAboutRequest(failure)) {
    openStream(reply)
    endWithFailure(error, reply)
  } else {
    throw error
  }
}

export function openStream(reply: FastifyReply) {
  reply.hijack()
  reply.raw.writeHead(200, { ...headersOf(reply), ...eventStream })
}

export function endWithFailure(error: unknown, { raw, request }: FastifyReply) {
  const failure = logFailure(toAppError(error), request)
  raw.end(failureFrames(failure.message))
}

function read(body: unknown) {
  return readInput(predictionInput, body)
}

export async function sendAnswer(answering: Answering, reply: FastifyReply, links = ownLinks) {
  const stay = readBy(reply, answering)
  holdUntilSent(reply, answering.run)
  try {
    return links.inReply(await leaveOrSilence(await answering.reply(false), answering.run.permit, pause))
  } finally {
    stay()
  }
}

type Streaming = { aloud: Aloud; links?: FileLinks }

/** Writes frames as they arrive; a failure becomes an `error` frame, even before the first token. */
export async function streamAnswer(
  answering: Answering,
  reply: FastifyReply,
  { aloud, links = ownLinks }: Streaming,
) {
  const { run, reply: answered } = answering
  const { raw } = reply
  const stay = readBy(reply, answering)
  holdUntilSent(reply, run)
  let isOpen = false
  const open = () => {
    if (!isOpen) {
      isOpen = true
      openStream(reply)
    }
  }
  const write = (text: string) => {
    if (text === '' || raw.destroyed) {
      return
    }
    open()
    raw.write(text)
  }
  const writer = createAnswerWriter({
    ...{ run, frames: links.inFrames(framesFor(answering)), write },
    ...{ isGone: () => raw.destroyed, pause },
  })
  const beat = setInterval(() => write(HEARTBEAT), HEARTBEAT_MS)
  const leave = run.watch(0, ({ event }) => writer.tell(event))
  const due = setInterval(writer.writeDue, DUE_MS)
  try {
    const reported = await answered(true)
    await writer.finish(links.inReply(reported), soundFrames(reported, aloud))
    raw.end()
  } catch (error) {
    open()
    endWithFailure(error, reply)
  } finally {
    leave()
    clearInterval(beat)
    clearInterval(due)
    stay()
  }
  return reply
}

function framesFor({ program, run: { earlier }, isVisitor }: Answering): RunFrames {
  if (!program) {
    return { framesOf: createChatFrames(), framesDue: () => '' }
  }
  const source = { program, earlier, isVisitor }
  return program.kind === 'control' ? createAgentFrames(source) : createReasoningFrames(source)
}

const pause = () => sleep(DUE_MS)

/** An operator turns AI off only once an answer that is being sent has left. */
function holdUntilSent({ raw }: FastifyReply, { permit }: Answering['run']) {
  const release = permit.hold()
  raw.once('close', release)
}

const eventStream = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
}

// Headers set by hooks (security, cookies, CORS) also apply to the stream.
function headersOf(reply: FastifyReply) {
  return reply.getHeaders() as Record<string, string | string[]>
}

/** What happens to the run when this client leaves. */
function readBy(reply: FastifyReply, { run, program, join }: Answering) {
  if (join) {
    reply.raw.once('close', join())
    return () => undefined
  }
  return program ? () => undefined : stopOnDisconnect(reply, run)
}

/**
 * Stops the run when the client disconnects, so that an unread answer costs nothing more. Returns a function that
 * removes the listener.
 */
function stopOnDisconnect({ raw }: FastifyReply, run: Answering['run']) {
  const onClose = () => {
    if (!raw.writableFinished) {
      run.stop(new AppError('STOPPED', 'The caller went away.'))
    }
  }
  raw.on('close', onClose)
  return () => void raw.off('close', onClose)
}
