// A plain route, because its body may be a form with files.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { abortOnDisconnect } from '#server/http/abort-on-disconnect.ts'
import { type FormFile, type FormPart, readBody } from '#server/http/form-parts.ts'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { objectOf, readInput } from '#server/http/read-input.ts'
import { authorizeVisitor } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { parseJson } from '#shared/json.ts'
import { storeUpsertInput, storeUpsertResultSchema } from '#shared/stores.ts'

const fields = storeUpsertInput.omit({ id: true })
const jsonFields = new Set([
  'metadata',
  'docStore',
  'loader',
  'splitter',
  'vectorStore',
  'embedding',
  'recordManager',
])
const booleanFields = new Set(['replaceExisting', 'createNewDocStore'])

const docs: PlainRouteDocs = {
  id: 'upsertLoader',
  tag: 'Document stores',
  summary: 'Read a loader and upsert its chunks',
  description:
    'With `docId`, the settings of that loader are the base, and `replaceExisting` replaces it. Files of a form are read by the loader. Responds when the upsert has ended. Spends from the wallet.',
  body: {
    'application/json': fields,
    'multipart/form-data': {
      schema: z.object({
        files: z.array(z.file()).optional(),
        docId: z.string().optional(),
        loader: z.string().optional().describe('JSON text, as all settings in a form.'),
      }),
    },
  },
  response: storeUpsertResultSchema,
  errors: [402, 404, 413, 502],
}

type UpsertRequest = FastifyRequest<{ Params: { id: string } }>

export function mountStores(app: FastifyInstance, services: Services) {
  app.post('/document-store/upsert/:id', { config: { docs } }, async (request: UpsertRequest, reply) => {
    const signal = abortOnDisconnect(reply)
    const route = 'POST /api/v1/document-store/upsert/:id'
    const { caller } = await authorizeVisitor(route, { request, reply, services }, { writes: true })
    const userId = caller?.id ?? rejectStranger()
    const { body, files } = await readBody(request, readForm)
    const input = readInput(storeUpsertInput, { ...objectOf(body), id: request.params.id })
    return storeUpsertResultSchema.parse(
      await services.stores.upserts.upsert(userId, input, { files, signal }),
    )
  })
}

async function readForm(parts: AsyncIterable<FormPart>) {
  const files: FormFile[] = []
  const body: Record<string, unknown> = {}
  for await (const part of parts) {
    if ('file' in part) {
      files.push(part.file)
    } else {
      body[part.field] = readField(part.field, part.value)
    }
  }
  return { body, files }
}

function readField(field: string, value: unknown): unknown {
  if (booleanFields.has(field)) {
    return String(value) === 'true'
  }
  if (!jsonFields.has(field) || typeof value !== 'string') {
    return value
  }
  return parseJson(value) ?? rejectText(field)
}

function rejectText(field: string): never {
  throw invalidInput({ [field]: [`${field} must be JSON text`] })
}

function rejectStranger(): never {
  throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
}
