// Plain routes, because they transfer files.

import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { type FormFile, readFormParts } from '#server/http/form-parts.ts'
import { binary, type PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { readInput } from '#server/http/read-input.ts'
import { enter, pageOf } from '#server/http/visit.ts'
import type { RouteName } from '#server/policy.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import {
  openAiAccountInput,
  openAiFileSchema,
  openAiItemInput,
  storeFileSchema,
} from '#shared/open-ai-assistants.ts'
import { DOCUMENT_MB, MAX_UPLOADS } from '#shared/uploads.ts'

const downloadInput = z.object({
  chatflowId: z.string().min(1),
  chatId: z.string().min(1).max(255),
  fileName: z.string().min(1).max(255),
})
const body = { 'multipart/form-data': z.object({ files: z.array(z.file()) }) } as const

const uploadDocs: PlainRouteDocs = {
  id: 'uploadOpenAiFiles',
  tag: 'Assistants',
  summary: 'Upload files to OpenAI',
  query: openAiAccountInput,
  body,
  response: z.array(openAiFileSchema),
  errors: [413],
}
const fillDocs: PlainRouteDocs = {
  id: 'addOpenAiVectorStoreFiles',
  tag: 'Assistants',
  summary: 'Upload files to a vector store at OpenAI',
  query: openAiAccountInput,
  body,
  response: z.array(storeFileSchema),
  errors: [413],
}
const downloadDocs: PlainRouteDocs = {
  id: 'downloadOpenAiFile',
  tag: 'Assistants',
  summary: 'Download a file an assistant made',
  body: downloadInput,
  response: { 'application/octet-stream': binary },
  errors: [404],
}

const UPLOAD = 'POST /api/v1/openai-assistants-file/upload'
const FILL = 'POST /api/v1/openai-assistants-vector-store/:id'
const DOWNLOAD = 'POST /api/v1/openai-assistants-file/download'

export async function mountOpenAiAssistants(rest: FastifyInstance, services: Services) {
  rest.post(
    '/openai-assistants-file/download',
    { config: { docs: downloadDocs } },
    async (request, reply) => {
      const { caller } = await enter(DOWNLOAD, request, reply, services)
      const { chatflowId: flowId, chatId, fileName } = readInput(downloadInput, request.body)
      const visit = { flowId, chatId, caller, page: pageOf(request, services) }
      const { name, size, content } = await services.uploads.open(visit, fileName)
      return reply
        .type('application/octet-stream')
        .headers({
          'content-length': size,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          'x-content-type-options': 'nosniff',
        })
        .send(Readable.from(content))
    },
  )

  await rest.register(async (scope) => {
    const contexts = new WeakMap<FastifyRequest, Context>()
    const bodyLimit = 2 * DOCUMENT_MB * 1_048_576
    // Checked before the body is read.
    const entering = (route: RouteName) => async (request: FastifyRequest, reply: FastifyReply) => {
      contexts.set(request, await enter(route, request, reply, services))
    }
    const userOf = (request: FastifyRequest) => contexts.get(request)?.caller?.id ?? rejectStranger()
    await scope.register(multipart, {
      limits: { fileSize: DOCUMENT_MB * 1_048_576, files: MAX_UPLOADS, fields: 10, fieldSize: 1_000 },
    })
    scope.post(
      '/openai-assistants-file/upload',
      { bodyLimit, config: { docs: uploadDocs }, onRequest: entering(UPLOAD) },
      async (request) => {
        const { credential } = readInput(openAiAccountInput, request.query)
        const uploaded = await services.openAiAssistants.upload(
          userOf(request),
          credential,
          await readFiles(request),
        )
        return z.array(openAiFileSchema).parse(uploaded)
      },
    )
    scope.post(
      '/openai-assistants-vector-store/:id',
      { bodyLimit, config: { docs: fillDocs }, onRequest: entering(FILL) },
      async (request) => {
        const named = readInput(openAiItemInput, {
          ...(request.query as object),
          ...(request.params as object),
        })
        const attached = await services.openAiAssistants.fill(
          userOf(request),
          named,
          await readFiles(request),
        )
        return z.array(storeFileSchema).parse(attached)
      },
    )
  })
}

async function readFiles(request: FastifyRequest): Promise<FormFile[]> {
  if (!request.isMultipart()) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data.')
  }
  const files: FormFile[] = []
  for await (const part of readFormParts(request)) {
    if ('file' in part) {
      files.push(part.file)
    }
  }
  if (files.length === 0) {
    throw new AppError('INVALID_INPUT', 'There is no file in this request.')
  }
  return files
}

function rejectStranger(): never {
  throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
}
