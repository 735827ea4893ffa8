import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  addTextInput,
  addUrlInput,
  askPoolInput,
  beginUploadInput,
  createPoolInput,
  poolAnswerSchema,
  poolIdInput,
  poolSchema,
  poolSearchSchema,
  poolSourceInput,
  poolSourceSchema,
  poolSummarySchema,
  renamePoolSourceInput,
  replaceTextInput,
  rereadPoolInput,
  schedulePoolSourceInput,
  searchPoolInput,
  sourceTextInput,
  sourceTextSchema,
  updatePoolInput,
  uploadInput,
  uploadSchema,
} from '#shared/pools.ts'

/** Document pools are for the screens alone; integrations use flows with them. */
export const poolsRouter = router({
  list: procedure.output(z.array(poolSummarySchema)).query(({ ctx }) => ctx.services.pools.list(ctx.caller)),

  get: procedure
    .input(poolIdInput)
    .output(poolSchema)
    .query(({ ctx, input }) => ctx.services.pools.get(ctx.caller, input.id)),

  create: procedure
    .input(createPoolInput)
    .output(poolSchema)
    .mutation(({ ctx, input }) => ctx.services.pools.create(ctx.caller, input)),

  update: procedure
    .input(updatePoolInput)
    .output(poolSchema)
    .mutation(({ ctx, input }) => ctx.services.pools.update(ctx.caller, input)),

  remove: procedure
    .input(poolIdInput)
    .output(poolIdInput)
    .mutation(({ ctx, input }) => ctx.services.pools.remove(ctx.caller, input.id)),

  /** Parts follow by `PUT /api/v1/document-pools/:poolId/uploads/:uploadId?offset=`, then `completeUpload`. */
  beginUpload: procedure
    .input(beginUploadInput)
    .output(uploadSchema)
    .mutation(({ ctx, input }) => ctx.services.pools.uploads.begin(ctx.caller, input)),

  /** Can be repeated: the second call has the same result. */
  completeUpload: procedure
    .input(uploadInput)
    .output(poolSourceSchema)
    .mutation(({ ctx, input }) => ctx.services.pools.uploads.complete(ctx.caller, input)),

  cancelUpload: procedure
    .input(uploadInput)
    .output(poolIdInput)
    .mutation(({ ctx, input }) => ctx.services.pools.uploads.cancel(ctx.caller, input)),

  addUrl: procedure
    .input(addUrlInput)
    .output(poolSourceSchema)
    .mutation(({ ctx, input }) => ctx.services.pools.sources.addUrl(ctx.caller, input)),

  addText: procedure
    .input(addTextInput)
    .output(poolSourceSchema)
    .mutation(({ ctx, input }) => ctx.services.pools.sources.addText(ctx.caller, input)),

  replaceText: procedure
    .input(replaceTextInput)
    .output(poolSourceSchema)
    .mutation(({ ctx, input }) => ctx.services.pools.sources.replaceText(ctx.caller, input)),

  rename: procedure
    .input(renamePoolSourceInput)
    .output(poolSourceSchema)
    .mutation(({ ctx, input }) => ctx.services.pools.sources.rename(ctx.caller, input)),

  schedule: procedure
    .input(schedulePoolSourceInput)
    .output(poolSourceSchema)
    .mutation(({ ctx, input }) => ctx.services.pools.sources.schedule(ctx.caller, input)),

  /** Reads sources again; also retries those that have failed. */
  reread: procedure
    .input(rereadPoolInput)
    .output(z.object({ started: z.int() }))
    .mutation(({ ctx, input }) => ctx.services.pools.sources.reread(ctx.caller, input)),

  removeSource: procedure
    .input(poolSourceInput)
    .output(poolIdInput)
    .mutation(({ ctx, input }) => ctx.services.pools.sources.remove(ctx.caller, input)),

  /** A mutation, because the question is embedded, which the owner pays. */
  search: procedure
    .input(searchPoolInput)
    .output(poolSearchSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.pools.search(ctx.caller, input, signal)),

  ask: procedure
    .input(askPoolInput)
    .output(poolAnswerSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.pools.ask(ctx.caller, input, signal)),

  sourceText: procedure
    .input(sourceTextInput)
    .output(sourceTextSchema)
    .query(({ ctx, input }) => ctx.services.pools.sourceText(ctx.caller, input)),
})
