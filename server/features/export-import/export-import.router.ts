import { procedure, router } from '#server/trpc.ts'
import { exportCountsSchema, exportInput, exportSchema } from '#shared/export-import.ts'

export const exportImportRouter = router({
  counts: procedure
    .output(exportCountsSchema)
    .query(({ ctx }) => ctx.services.exportImport.counts(ctx.caller)),

  // The REST door is a plain route: whole, its answer may be too large to be written in one go.
  export: procedure
    .input(exportInput)
    .output(exportSchema)
    .mutation(({ ctx, input }) => ctx.services.exportImport.exportData(ctx.caller, input)),
})
