import { procedure, router } from '#server/trpc.ts'
import { systemStatusSchema } from '#shared/system.ts'

export const systemRouter = router({
  status: procedure.output(systemStatusSchema).query(({ ctx }) => ctx.services.system.status()),

  checkLedger: procedure
    .output(systemStatusSchema.shape.ledger)
    .mutation(({ ctx }) => ctx.services.system.checkLedger()),
})
