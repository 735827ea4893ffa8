import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  cancelUpsertInput,
  deleteUpsertsInput,
  historyInput,
  processingUpsertSchema,
  retrievedSchema,
  startedUpsertSchema,
  startUpsertInput,
  testRetrievalInput,
  upsertEntrySchema,
  upsertEstimateInput,
  upsertEstimateSchema,
  upsertedChunksSchema,
  upsertIdInput,
  upsertRowSchema,
  upsertRowsInput,
} from '#shared/upserts.ts'
import { deleteResult } from '#shared/variables.ts'

export const upsertRouter = router({
  /** Of the draft on the canvas. */
  start: procedure
    .input(startUpsertInput)
    .output(startedUpsertSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.upserts.start(
        ctx.caller,
        { id: input.flowId, stopNodeId: input.nodeId, overrideConfig: {} },
        { isDraft: true, visitor: { page: undefined, address: ctx.origin.address }, files: [] },
      ),
    ),

  history: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/upsert-history/:id',
        id: 'listUpsertHistory',
        tag: 'Vector stores',
        summary: 'List the upserts of a flow or document store',
        description: 'Newest first, unless `order` is `ASC`. `result` and `flowData` are JSON texts.',
      },
    })
    .input(historyInput)
    .output(z.array(upsertEntrySchema))
    .query(({ ctx, input: { id, ...page } }) => ctx.services.upserts.history(ctx.caller.id, id, page)),

  list: procedure
    .input(upsertRowsInput)
    .output(z.array(upsertRowSchema))
    .query(({ ctx, input: { subjectId, ...range } }) =>
      ctx.services.upserts.list(ctx.caller.id, subjectId, range),
    ),

  chunks: procedure
    .input(upsertIdInput)
    .output(upsertedChunksSchema)
    .query(({ ctx, input }) => ctx.services.upserts.chunks(ctx.caller.id, input.id)),

  estimate: procedure
    .input(upsertEstimateInput)
    .output(upsertEstimateSchema)
    .query(({ ctx, input, signal }) => ctx.services.chat.estimateUpsert(ctx.caller.id, input, signal)),

  testRetrieval: procedure
    .input(testRetrievalInput)
    .output(retrievedSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.chat.testRetrieval(ctx.caller.id, input, signal)),

  processing: procedure
    .output(z.array(processingUpsertSchema))
    .query(({ ctx }) => ctx.services.upserts.processing(ctx.caller.id)),

  remove: procedure
    .meta({
      rest: {
        method: 'PATCH',
        path: '/upsert-history',
        id: 'deleteUpsertHistory',
        tag: 'Vector stores',
        summary: 'Delete entries of the upsert history',
        description: 'A running upsert cannot be deleted; cancel it first.',
      },
    })
    .input(deleteUpsertsInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.upserts.remove(ctx.caller.id, input.ids)),

  cancel: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/upsert-history/cancel/:id',
        id: 'cancelUpsert',
        tag: 'Vector stores',
        summary: 'Cancel an upsert',
        description:
          '`id` is that of an entry, or of a flow or document store, all of whose upserts are cancelled.',
      },
    })
    .input(cancelUpsertInput)
    .output(z.object({ cancelled: z.int() }))
    .mutation(({ ctx, input }) => ctx.services.upserts.cancel(ctx.caller.id, input.id)),
})
