// Plain routes, because they transfer bytes.

import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { abortOnDisconnect } from '#server/http/abort-on-disconnect.ts'
import { readFormParts } from '#server/http/form-parts.ts'
import { binary, type PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { enter, pageOf } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { attachmentSchema, DOCUMENT_MB, MAX_UPLOADS } from '#shared/uploads.ts'
import type { SentFile } from './uploads.service.ts'

const fileQuery = z.object({
  chatflowId: z.string().min(1),
  chatId: z.string().min(1).max(255),
  fileName: z.string().min(1).max(255),
  download: z.string().optional(),
  expires: z.string().max(20).optional(),
  signature: z.string().max(100).optional(),
})
type Attaching = FastifyRequest<{ Params: { chatflowId: string; chatId: string } }>

const openDocs: PlainRouteDocs = {
  id: 'getUploadedFile',
  tag: 'Files',
  summary: 'Download a file of a chat',
  parameters: {
    chatId: 'Id of the chat.',
    download: '`true` responds with an attachment rather than for display.',
    expires: 'Of a signed link, as in messages to other platforms: seconds since 1970.',
    signature: 'Of a signed link. It opens its file without access to the flow until it expires.',
  },
  query: fileQuery,
  response: { 'application/octet-stream': binary },
  errors: [404],
}
const attachDocs: PlainRouteDocs = {
  id: 'createAttachments',
  tag: 'Files',
  summary: 'Read the text of documents',
  description: 'Send the text with the question as an upload of type `file:full`.',
  parameters: { chatId: 'Id of the chat.' },
  body: {
    'multipart/form-data': z.object({
      files: z.array(z.file()),
      base64: z.enum(['true', 'false']).optional(),
    }),
  },
  response: z.array(attachmentSchema),
  errors: [413],
}

export async function mountUploads(rest: FastifyInstance, services: Services) {
  rest.get('/get-upload-file', { config: { docs: openDocs } }, async (request, reply) => {
    const { caller } = await enter('GET /api/v1/get-upload-file', request, reply, services, false)
    const requested = fileQuery.safeParse(request.query)
    if (!requested.success) {
      throw new AppError('INVALID_INPUT', 'Name chatflowId, chatId and fileName.', { cause: requested.error })
    }
    const { chatflowId: flowId, chatId, fileName, download, expires, signature } = requested.data
    const signed = expires !== undefined && signature !== undefined ? { expires, signature } : undefined
    const visit = { flowId, chatId, caller, page: pageOf(request, services), signed }
    const { name, size, content, mime, inline } = await services.uploads.open(visit, fileName)
    const disposition = inline && download !== 'true' ? 'inline' : 'attachment'
    return reply
      .type(mime)
      .headers({
        'content-length': size,
        'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
        'cache-control': 'private, max-age=3600',
        // Uploads are untrusted, so nothing in them may execute.
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(content))
  })

  await rest.register(async (scope) => {
    const contexts = new WeakMap<FastifyRequest, Context>()
    const route = 'POST /api/v1/attachments/:chatflowId/:chatId'
    // Checked before the body is read.
    scope.addHook('onRequest', async (request, reply) => {
      contexts.set(request, await enter(route, request, reply, services, true))
    })
    await scope.register(multipart, {
      limits: { fileSize: DOCUMENT_MB * 1_048_576, files: MAX_UPLOADS, fields: 10, fieldSize: 1_000 },
    })
    scope.post(
      '/attachments/:chatflowId/:chatId',
      { bodyLimit: 2 * DOCUMENT_MB * 1_048_576, config: { docs: attachDocs } },
      async (request: Attaching, reply) => {
        const { chatflowId: flowId, chatId } = request.params
        const { caller = null } = contexts.get(request) ?? {}
        const { files, isBase64 } = await readParts(request)
        const visit = {
          flowId,
          chatId,
          caller,
          page: pageOf(request, services),
          address: request.ip,
          signal: abortOnDisconnect(reply),
        }
        return services.uploads.attach(visit, files, isBase64)
      },
    )
  })
}

async function readParts(request: FastifyRequest) {
  if (!request.isMultipart()) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data.')
  }
  const files: SentFile[] = []
  let isBase64 = false
  for await (const part of readFormParts(request)) {
    if ('file' in part) {
      files.push(part.file)
    } else if (part.field === 'base64') {
      isBase64 = part.value === 'true'
    }
  }
  if (files.length === 0) {
    throw new AppError('INVALID_INPUT', 'There is no file in this request.')
  }
  return { files, isBase64 }
}
