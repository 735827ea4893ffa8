import { procedure, router } from '#server/trpc.ts'
import { exportCountsSchema, exportInput, exportSchema } from '#shared/export-import.ts'

export const exportImportRouter = router({
  counts: procedure
    .output(exportCountsSchema)
    .query(({ ctx }) => ctx.services.exportImport.counts(ctx.caller)),

  // REST uses a plain route instead, because the response may be too large to write at once.
  export: procedure
    .input(exportInput)
    .output(exportSchema)
    .mutation(({ ctx, input }) => ctx.services.exportImport.exportData(ctx.caller, input)),
})
