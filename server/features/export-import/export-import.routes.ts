// Plain routes, because the body must be streamed: an import file exceeds the default body limit and is read
// only after authentication.

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createContext } from '#server/context.ts'
import { authorize } from '#server/guard.ts'
import { closeAfterReply } from '#server/http/close-after-reply.ts'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { readInput } from '#server/http/read-input.ts'
import type { RouteName } from '#server/policy.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import {
  exportInput,
  exportSchema,
  importPreviewSchema,
  importResultSchema,
  transferKinds,
} from '#shared/export-import.ts'
import { MAX_IMPORT_BYTES } from '#shared/import-limit.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { writeExport } from './write-export.ts'

/** `?kinds=chatflow,tool`; all kinds by default. */
const importQuery = z.object({
  kinds: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(transferKinds)))
    .optional(),
})

const fileSchema = exportSchema.partial()
const exportDocs: PlainRouteDocs = {
  id: 'exportData',
  tag: 'Export and import',
  summary: 'Export your flows, tools and settings',
  body: exportInput,
  response: exportSchema,
}
const previewDocs: PlainRouteDocs = {
  id: 'previewImport',
  tag: 'Export and import',
  summary: 'Preview an import',
  description: 'Nothing is stored.',
  body: fileSchema,
  requestExample: { ChatFlow: [] },
  response: importPreviewSchema,
  errors: [413],
}
const importDocs: PlainRouteDocs = {
  ...previewDocs,
  id: 'importData',
  summary: 'Import a file',
  description:
    'Stores everything in one transaction. Ids that already exist are replaced throughout the file.',
  parameters: { kinds: `Only these kinds, separated by commas: ${transferKinds.join(', ')}.` },
  query: importQuery,
  response: importResultSchema,
}

export async function mountExportImport(rest: FastifyInstance, services: Services) {
  rest.post('/export-import/export', { config: { docs: exportDocs } }, async (request, reply) => {
    const ctx = await createContext(request, reply, services)
    authorize('POST /api/v1/export-import/export', ctx, true)
    const data = await services.exportImport.exportData(
      ctx.caller ?? rejectStranger(),
      readInput(exportInput, request.body),
    )
    return reply.type('application/json; charset=utf-8').send(Readable.from(writeExport(data)))
  })

  await rest.register(async (scope) => {
    // The body stays unread until a handler reads it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', (_request, _body, done) => done(null))

    scope.post('/export-import/preview', { config: { docs: previewDocs } }, (request, reply) =>
      receive('POST /api/v1/export-import/preview', request, reply, (caller) =>
        services.exportImport.preview(caller, piecesOf(request)),
      ),
    )

    scope.post('/export-import/import', { config: { docs: importDocs } }, (request, reply) =>
      receive('POST /api/v1/export-import/import', request, reply, (caller) =>
        services.exportImport.importData(caller, piecesOf(request), readKinds(request.query)),
      ),
    )
  })

  async function receive<Result>(
    route: RouteName,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (caller: Parameters<Services['exportImport']['preview']>[0]) => Promise<Result>,
  ) {
    try {
      const ctx = await createContext(request, reply, services)
      authorize(route, ctx, true)
      const caller = ctx.caller ?? rejectStranger()
      rejectLarge(request)
      return await work(caller)
    } catch (error) {
      // The rest of the upload is not read.
      if (!request.raw.complete) {
        closeAfterReply(request, reply)
      }
      throw error
    }
  }
}

function rejectStranger(): never {
  throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
}

function rejectLarge({ headers }: FastifyRequest) {
  if (Number(headers['content-length']) > MAX_IMPORT_BYTES) {
    throw new AppError('TOO_LARGE', 'This file is larger than 50 MB.')
  }
}

/** Leaving the loop early must not destroy the socket, because the error response has yet to be sent. */
function piecesOf({ raw }: FastifyRequest): AsyncIterable<Uint8Array> {
  return raw.iterator({ destroyOnReturn: false })
}

function readKinds(query: unknown) {
  const parsed = importQuery.safeParse(query)
  if (!parsed.success) {
    throw invalidInput({ kinds: [`Choose kinds from ${transferKinds.join(', ')}`] }, parsed.error)
  }
  return parsed.data.kinds
}
