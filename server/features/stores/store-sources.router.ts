import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { nodeTemplateSchema } from '#shared/node-schemas.ts'
import {
  processInput,
  renameSourceInput,
  scheduleSourceInput,
  sourceInput,
  startedJobSchema,
  startedJobsSchema,
  storeSourcesInput,
} from '#shared/store-calls.ts'
import {
  chunksPageSchema,
  loaderInput,
  previewSchema,
  storeLoaderSchema,
  storeSchema,
} from '#shared/stores.ts'

const tag = 'Document stores'

/** Sources of a store. Flowise calls them loaders. */
export const sourcesRouter = router({
  components: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/document-store/components/loaders',
        id: 'listStoreLoaders',
        tag,
        summary: 'List the loaders a store can use',
      },
    })
    .output(z.array(nodeTemplateSchema))
    .query(({ ctx }) => ctx.services.stores.components('loaders')),

  preview: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/loader/preview',
        id: 'previewLoader',
        tag,
        summary: 'Preview the chunks of a loader',
        description: 'Reads the source and stores nothing. Websites are read to at most 3 links.',
      },
    })
    .input(loaderInput)
    .output(previewSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.stores.sources.preview(ctx.caller.id, input, signal)),

  save: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/loader/save',
        id: 'saveLoader',
        tag,
        summary: 'Save a loader',
        description: 'Adds a loader to the store, or replaces the one named by `id`. Does not read it yet.',
      },
    })
    .input(loaderInput)
    .output(storeLoaderSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.sources.save(ctx.caller.id, input)),

  /** Saves the settings if given, starts to read and returns at once. */
  process: procedure
    .input(processInput)
    .output(startedJobSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.sources.process(ctx.caller.id, input)),

  processAndWait: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/document-store/loader/process/:id',
        id: 'processLoader',
        tag,
        summary: 'Read a loader into chunks',
        description: 'Responds with the first page of chunks when the source has been read.',
        parameters: { id: 'Id of the loader.' },
      },
    })
    .input(processInput)
    .output(chunksPageSchema)
    .mutation(({ ctx, input, signal }) =>
      ctx.services.stores.sources.processAndWait(ctx.caller.id, input, signal),
    ),

  /** Reads sources again as they were saved: all of the store when none is named. */
  reread: procedure
    .input(storeSourcesInput)
    .output(startedJobsSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.sources.reread(ctx.caller.id, input)),

  /** Stops reading. The chunks of before stay. */
  cancel: procedure
    .input(sourceInput)
    .output(storeLoaderSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.sources.cancel(ctx.caller.id, input)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/document-store/loader/:storeId/:loaderId',
        id: 'deleteLoader',
        tag,
        summary: 'Delete a loader and its chunks',
        parameters: { storeId: 'Id of the store.', loaderId: 'Id of the loader.' },
      },
    })
    .input(sourceInput)
    .output(storeSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.sources.remove(ctx.caller.id, input)),

  rename: procedure
    .input(renameSourceInput)
    .output(storeLoaderSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.sources.rename(ctx.caller.id, input)),

  schedule: procedure
    .input(scheduleSourceInput)
    .output(storeLoaderSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.sources.schedule(ctx.caller.id, input)),
})
