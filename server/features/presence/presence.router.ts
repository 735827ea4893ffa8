import { procedure, router } from '#server/trpc.ts'
import { hereInput, hereSchema } from '#shared/presence.ts'

export const presenceRouter = router({
  // A query, because nothing is written: an impersonating admin's presence must not fill the audit trail.
  here: procedure
    .input(hereInput)
    .output(hereSchema)
    .query(({ ctx, input }) => ctx.services.presence.here(ctx.caller, input)),
})
