// Plain routes, because they transfer bytes that browsers cache.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Context, createContext } from '#server/context.ts'
import { authorize } from '#server/guard.ts'
import { binary, type PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'

const LIMIT_BYTES = 256 * 1024
const CHANGING = { PUT: 'PUT /api/v1/avatars', DELETE: 'DELETE /api/v1/avatars' } as const

const pictures = { 'image/png': binary, 'image/jpeg': binary, 'image/webp': binary }
/** The URL changes with every picture. */
const avatarSchema = z.object({ avatarUrl: z.string().nullable() })
const getDocs: PlainRouteDocs = {
  id: 'getAvatar',
  tag: 'Users',
  summary: 'Get the picture of a user',
  response: pictures,
}
const saveDocs: PlainRouteDocs = {
  id: 'setAvatar',
  tag: 'Account',
  summary: 'Set the own picture',
  description: 'PNG, JPEG or WebP of at most 256 KB.',
  body: pictures,
  response: avatarSchema,
  errors: [413],
}
const removeDocs: PlainRouteDocs = {
  id: 'deleteAvatar',
  tag: 'Account',
  summary: 'Remove the own picture',
  response: avatarSchema,
}

export async function mountAvatars(rest: FastifyInstance, services: Services) {
  rest.get(
    '/avatars/:userId',
    { config: { docs: getDocs } },
    async (request: FastifyRequest<{ Params: { userId: string } }>, reply) => {
      authorize('GET /api/v1/avatars/:userId', await createContext(request, reply, services), false)
      const { bytes, mediaType, updatedDate } = await services.avatars.get(request.params.userId)
      const etag = `"${updatedDate.getTime()}"`
      reply.headers({ etag, 'cache-control': 'private, max-age=86400', 'content-disposition': 'inline' })
      return request.headers['if-none-match'] === etag
        ? reply.code(304).send()
        : reply.type(mediaType).send(Buffer.from(bytes))
    },
  )

  await rest.register(async (scope) => {
    const contexts = new WeakMap<FastifyRequest, Context>()
    // Checked before the body is read: anonymous callers must not make the server buffer a quarter of a megabyte.
    scope.addHook('onRequest', async (request, reply) => {
      const ctx = await createContext(request, reply, services)
      authorize(CHANGING[request.method as keyof typeof CHANGING], ctx, true)
      contexts.set(request, ctx)
    })
    const callerOf = (request: FastifyRequest) => contexts.get(request)?.caller?.id ?? ''

    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT_BYTES }, (_, body, done) => {
      done(null, body)
    })

    scope.put('/avatars', { bodyLimit: LIMIT_BYTES, config: { docs: saveDocs } }, async (request) => {
      const { body } = request
      if (!Buffer.isBuffer(body)) {
        throw new AppError('INVALID_INPUT', 'Choose a picture in PNG, JPEG or WebP.')
      }
      return services.avatars.save(callerOf(request), body)
    })

    scope.delete('/avatars', { config: { docs: removeDocs } }, (request) =>
      services.avatars.remove(callerOf(request)),
    )
  })
}
