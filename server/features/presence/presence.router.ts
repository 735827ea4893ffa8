import { procedure, router } from '#server/trpc.ts'
import { hereInput, hereSchema } from '#shared/presence.ts'

export const presenceRouter = router({
  // A question, for nothing is written: who looks through another's eyes must not fill the audit trail by being there.
  here: procedure
    .input(hereInput)
    .output(hereSchema)
    .query(({ ctx, input }) => ctx.services.presence.here(ctx.caller, input)),
})
