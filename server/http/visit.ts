import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Context, createContext } from '#server/context.ts'
import { authorize } from '#server/guard.ts'
import type { RouteName } from '#server/policy.ts'
import type { Services } from '#server/services.ts'

/**
 * Origin of the request according to the browser; undefined for programs and for our own pages, which need no
 * entry in the allowed domains.
 */
export function pageOf({ headers, host }: FastifyRequest, services: Pick<Services, 'publicUrl'>) {
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) {
    // Sandboxed frames send the origin `null`: a page, but an unknown one.
    return origin
  }
  const from = new URL(origin).host
  return from === host || from === new URL(services.publicUrl()).host ? undefined : origin
}

/** Where a chat client runs: on our own pages, on another site, or outside a browser. */
export function platformOf(request: FastifyRequest, services: Pick<Services, 'publicUrl'>) {
  if (request.headers.origin === undefined) {
    return 'api'
  }
  return pageOf(request, services) === undefined ? 'web' : 'embed'
}

/** The origin that links of a response need; undefined for our own pages, where they are relative. */
export function linkOriginOf(request: FastifyRequest, services: Pick<Services, 'publicUrl'>) {
  const isOwnPage =
    request.headers['sec-fetch-site'] === 'same-origin' || platformOf(request, services) === 'web'
  return isOwnPage ? undefined : new URL(services.publicUrl()).origin
}

/** The context of a plain route, once its policy allows the caller. */
export async function enter(
  route: RouteName,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  writes = true,
): Promise<Context> {
  const ctx = await createContext(request, reply, services)
  authorize(route, ctx, writes)
  return ctx
}

export async function authorizeVisitor(
  route: RouteName,
  { request, reply, services }: { request: FastifyRequest; reply: FastifyReply; services: Services },
  { writes }: { writes: boolean },
) {
  const { caller } = await enter(route, request, reply, services, writes)
  return { caller, page: pageOf(request, services), address: request.ip }
}
