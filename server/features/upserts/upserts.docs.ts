import { z } from 'zod'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { upsertInput, upsertResultSchema } from '#shared/upserts.ts'

const form = z.object({
  stopNodeId: z.string().optional(),
  chatId: z.string().optional(),
  overrideConfig: z.string().optional().describe('JSON text.'),
  files: z.array(z.file()).optional(),
})

export const upsertDocs: PlainRouteDocs = {
  id: 'upsertVectorStore',
  tag: 'Vector stores',
  summary: 'Upsert documents into the vector store of a flow',
  description:
    'Runs the published version: loads its documents and writes them to its vector store. With `multipart/form-data` the request can also upload files for document loaders; unknown fields override inputs of the flow’s nodes.',
  body: {
    'application/json': upsertInput.omit({ id: true }),
    'multipart/form-data': { schema: form },
  },
  response: upsertResultSchema,
  errors: [402, 403, 409, 413, 429, 502],
}

export const upsertDraftDocs: PlainRouteDocs = {
  ...upsertDocs,
  id: 'upsertVectorStoreOfDraft',
  summary: 'Upsert documents into the vector store of a draft',
  description: 'Like `upsertVectorStore`, but runs the draft instead of the published version.',
}
