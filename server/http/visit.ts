import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { createContext } from '#server/context.ts'
import { admit } from '#server/guard.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'

/**
 * The site a request comes from, as the browser says it; undefined for a program, and for our own pages, which no list of
 * allowed domains has to name.
 */
export function pageOf({ headers, host }: FastifyRequest, services: Pick<Services, 'publicUrl'>) {
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) {
    // `null` is what a sandboxed frame says: some page, and nobody knows which.
    return origin
  }
  const from = new URL(origin).host
  return from === host || from === new URL(services.publicUrl()).host ? undefined : origin
}

/** Who comes through a door that is open to chat clients. */
export async function enterAsVisitor(
  door: string,
  { request, reply, services }: { request: FastifyRequest; reply: FastifyReply; services: Services },
  { writes }: { writes: boolean },
) {
  const ctx = await createContext(request, reply, services)
  admit(door, ctx, writes)
  return { caller: ctx.caller, page: pageOf(request, services), address: request.ip }
}

/** The body of a plain route. Throws INVALID_INPUT with the first fault. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') || 'body'
    throw new AppError('INVALID_INPUT', `${field}: ${issue?.message}`, { cause: parsed.error })
  }
  return parsed.data
}
