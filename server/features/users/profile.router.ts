import { procedure, router } from '#server/trpc.ts'
import { fullProfileSchema, saveProfileInput } from '#shared/profile.ts'

export const profileRouter = router({
  get: procedure
    .meta({ rest: { method: 'GET', path: '/auth/profile' } })
    .output(fullProfileSchema)
    .query(({ ctx }) => ctx.services.profile.get(ctx.caller.id)),

  save: procedure
    .meta({ rest: { method: 'PUT', path: '/auth/profile' } })
    .input(saveProfileInput)
    .output(fullProfileSchema)
    .mutation(({ ctx, input }) => ctx.services.profile.save(ctx.caller.id, input)),
})
