import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { overridableFieldSchema } from '#shared/override-list.ts'
import {
  changeStoreInput,
  storeConfigsInput,
  storePageInput,
  storePageSchema,
  storeRowSchema,
  toolDescriptionInput,
} from '#shared/store-calls.ts'
import { createStoreInput, deleteStoreInput, storeIdInput, storeSchema } from '#shared/stores.ts'
import { chunksRouter } from './store-chunks.router.ts'
import { indexProcedures } from './store-index.router.ts'
import { sourcesRouter } from './store-sources.router.ts'
import { testSetRouter } from './test-set.router.ts'

const tag = 'Document stores'

export const storesRouter = router({
  /** For screens: `page` is the same over REST. */
  list: procedure.output(z.array(storeSchema)).query(({ ctx }) => ctx.services.stores.list(ctx.caller.id)),

  page: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/document-store/store',
        id: 'listDocumentStores',
        tag,
        summary: 'List document stores',
        description: 'An array, or with `page` and `limit` an object with `data` and `total`.',
      },
    })
    .input(storePageInput)
    .output(storePageSchema)
    .query(({ ctx, input }) => ctx.services.stores.page(ctx.caller.id, input)),

  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/document-store/store/:id',
        id: 'getDocumentStore',
        tag,
        summary: 'Get a document store',
      },
    })
    .input(storeIdInput)
    .output(storeSchema)
    .query(({ ctx, input }) => ctx.services.stores.get(ctx.caller.id, input.id)),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/store',
        id: 'createDocumentStore',
        tag,
        summary: 'Create a document store',
      },
    })
    .input(createStoreInput)
    .output(storeRowSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.create(ctx.caller.id, input)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/document-store/store/:id',
        id: 'updateDocumentStore',
        tag,
        summary: 'Update a document store',
      },
    })
    .input(changeStoreInput)
    .output(storeSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.update(ctx.caller.id, input)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/document-store/store/:id',
        id: 'deleteDocumentStore',
        tag,
        summary: 'Delete a document store',
        description: 'With its loaders, chunks and files, and unless `withVectors` is false, its index.',
        parameters: { withVectors: 'Whether to delete what was written to the vector store, too.' },
      },
    })
    .input(deleteStoreInput)
    .output(z.object({ deleted: z.int() }))
    .mutation(({ ctx, input }) => ctx.services.stores.remove(ctx.caller.id, input)),

  usedIn: procedure
    .input(storeIdInput)
    .output(storeSchema.shape.whereUsed)
    .query(({ ctx, input }) => ctx.services.stores.usedIn(ctx.caller.id, input.id)),

  configs: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/document-store/store-configs/:id/:loaderId',
        id: 'listDocumentStoreFields',
        tag,
        summary: 'List what an upsert can override',
        parameters: { loaderId: 'Id of the loader.' },
      },
    })
    .input(storeConfigsInput)
    .output(z.array(overridableFieldSchema))
    .query(({ ctx, input }) => ctx.services.stores.configs(ctx.caller.id, input)),

  toolDescription: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/generate-tool-desc/:id',
        id: 'describeDocumentStore',
        tag,
        summary: 'Describe a store for a model',
        description: 'Asks a chat model for a description of the store as a tool. Spends from the wallet.',
      },
    })
    .input(toolDescriptionInput)
    .output(z.object({ content: z.string() }))
    .mutation(({ ctx, input, signal }) => ctx.services.stores.describeAsTool(ctx.caller.id, input, signal)),

  sources: sourcesRouter,
  chunks: chunksRouter,
  testSet: testSetRouter,
  ...indexProcedures,
})
