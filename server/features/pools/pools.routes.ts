// A plain route, because its body is bytes.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Context, createContext } from '#server/context.ts'
import { authorize } from '#server/guard.ts'
import { binary, type PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { readInput } from '#server/http/read-input.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { UPLOAD_PART_BYTES, uploadSchema } from '#shared/pools.ts'

const ROUTE = 'PUT /api/v1/document-pools/:poolId/uploads/:uploadId'

const partQuery = z.object({ offset: z.coerce.number<number>().int().min(0).default(0) })
type PartRequest = FastifyRequest<{ Params: { poolId: string; uploadId: string } }>

const docs: PlainRouteDocs = {
  id: 'uploadPoolPart',
  tag: 'Files',
  summary: 'Upload a part of a file to a document pool',
  description:
    'At most 4 MB, directly after the parts before. A part at another offset is a conflict, and `details.received` is the right offset.',
  parameters: {
    poolId: 'Id of the document pool.',
    uploadId: 'Id of the upload.',
    offset: 'Place of the part in the file, in bytes.',
  },
  query: partQuery,
  body: { 'application/octet-stream': binary },
  response: uploadSchema,
  errors: [404, 409, 413],
}

export async function mountPools(rest: FastifyInstance, services: Services) {
  await rest.register(async (scope) => {
    const contexts = new WeakMap<FastifyRequest, Context>()
    // Checked before the body is read.
    scope.addHook('onRequest', async (request, reply) => {
      const ctx = await createContext(request, reply, services)
      authorize(ROUTE, ctx, true)
      contexts.set(request, ctx)
    })
    scope.removeAllContentTypeParsers()
    const bodyLimit = UPLOAD_PART_BYTES
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))

    scope.put(
      '/document-pools/:poolId/uploads/:uploadId',
      { bodyLimit, config: { docs } },
      async (request: PartRequest) => {
        const { caller } = contexts.get(request) ?? {}
        const { offset } = readInput(partQuery, request.query)
        const { body } = request
        if (!(Buffer.isBuffer(body) && caller)) {
          throw new AppError('INVALID_INPUT', 'Send the part as application/octet-stream.')
        }
        return services.pools.uploads.writePart(caller, { ...request.params, offset, bytes: body })
      },
    )
  })
}
