import { procedure, router } from '#server/trpc.ts'
import { flowIdInput } from '#shared/flows.ts'
import { shareInput, sharingSchema } from '#shared/sharing.ts'

export const sharingRouter = router({
  get: procedure
    .input(flowIdInput)
    .output(sharingSchema)
    .query(({ ctx, input }) => ctx.services.sharing.get(ctx.caller.id, input.id)),

  save: procedure
    .input(shareInput)
    .output(sharingSchema)
    .mutation(({ ctx: { caller, services }, input }) =>
      services.sharing.save({ userId: caller.id, authorId: caller.impersonatorId ?? caller.id }, input),
    ),
})
