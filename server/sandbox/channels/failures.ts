import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** What a sandbox service does wrong on its next calls. */
export const failureSchema = z.object({
  /** `late error`: after the message was taken. `cut`: closes the connection after it was taken. */
  kind: z.enum(['busy', 'error', 'late error', 'cut', 'html', 'signed out', 'slow', 'blocked']),
  /** Of `busy`: seconds to wait. Of `slow`: seconds before the response. */
  seconds: z.number().min(0).max(60).default(1),
  times: z.int().min(1).max(1_000).default(1),
})
export type Failure = z.output<typeof failureSchema>

export function createFailures() {
  let ordered: Failure[] = []
  return {
    order: (failures: readonly Failure[]) => {
      ordered = failures.map((each) => ({ ...each }))
    },
    next(): Failure | undefined {
      const [next] = ordered
      if (next) {
        next.times -= 1
        ordered = ordered.filter(({ times }) => times > 0)
      }
      return next
    },
  }
}
export type Failures = ReturnType<typeof createFailures>

type Answers = {
  /** Takes the message. */
  take(): unknown
  busy(seconds: number): [status: number, body: object]
  signedOut(): [status: number, body: object]
  blocked(): [status: number, body: object]
}

/** Answers a call, with the next failure if one was ordered. */
export async function answerWith(failure: Failure | undefined, reply: FastifyReply, answers: Answers) {
  switch (failure?.kind) {
    case 'busy':
      return send(reply.header('retry-after', String(failure.seconds)), answers.busy(failure.seconds))
    case 'signed out':
      return send(reply, answers.signedOut())
    case 'blocked':
      return send(reply, answers.blocked())
    case 'error':
      return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>')
    case 'html':
      return reply.type('text/html').send('<!doctype html><p>Back soon</p>')
    case 'late error':
      answers.take()
      return reply.code(502).type('text/html').send('<h1>Bad Gateway</h1>')
    case 'cut':
      answers.take()
      reply.hijack()
      return reply.raw.destroy()
    case 'slow':
      await pause(failure.seconds * 1_000)
      return answers.take()
    default:
      return answers.take()
  }
}

function send(reply: FastifyReply, [status, body]: [number, object]) {
  return reply.code(status).send(body)
}
