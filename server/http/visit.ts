import type { FastifyReply, FastifyRequest } from 'fastify'
import { createContext } from '#server/context.ts'
import { admit } from '#server/guard.ts'
import type { RouteName } from '#server/policy.ts'
import type { Services } from '#server/services.ts'

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
  route: RouteName,
  { request, reply, services }: { request: FastifyRequest; reply: FastifyReply; services: Services },
  { writes }: { writes: boolean },
) {
  const ctx = await createContext(request, reply, services)
  admit(route, ctx, writes)
  return { caller: ctx.caller, page: pageOf(request, services), address: request.ip }
}
