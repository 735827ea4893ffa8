import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  chunksPageInput,
  chunksPageSchema,
  deleteChunkInput,
  deleteChunksInput,
  updateChunkInput,
} from '#shared/stores.ts'

const tag = 'Document stores'
const parameters = {
  storeId: 'Id of the store.',
  loaderId: 'Id of the loader.',
  ref: 'Id of the chunk.',
}

export const chunksRouter = router({
  page: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/document-store/chunks/:storeId/:loaderId/:ref',
        id: 'listChunks',
        tag,
        summary: 'List the chunks of a loader',
        description: '50 a page.',
        parameters: {
          storeId: 'Id of the store.',
          loaderId: 'Id of the loader, or `all`.',
          ref: 'Number of the page, from 1.',
          search: 'Text that the chunks contain.',
        },
      },
    })
    .input(chunksPageInput)
    .output(chunksPageSchema)
    .query(({ ctx, input }) => ctx.services.stores.chunks.page(ctx.caller.id, input)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/document-store/chunks/:storeId/:loaderId/:ref',
        id: 'updateChunk',
        tag,
        summary: 'Change a chunk',
        description: 'Responds with the first page of chunks.',
        parameters,
      },
    })
    .input(updateChunkInput)
    .output(chunksPageSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.chunks.update(ctx.caller.id, input)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/document-store/chunks/:storeId/:loaderId/:ref',
        id: 'deleteChunk',
        tag,
        summary: 'Delete a chunk',
        description: 'Responds with the first page of chunks.',
        parameters,
      },
    })
    .input(deleteChunkInput)
    .output(chunksPageSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.chunks.remove(ctx.caller.id, input)),

  removeMany: procedure
    .input(deleteChunksInput)
    .output(z.object({ deleted: z.int() }))
    .mutation(({ ctx, input }) => ctx.services.stores.chunks.removeMany(ctx.caller.id, input)),
})
