import { procedure, router } from '#server/trpc.ts'
import { fullProfileSchema, saveProfileInput } from '#shared/profile.ts'

export const profileRouter = router({
  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/auth/profile',
        id: 'getProfile',
        tag: 'Account',
        summary: 'Get the own profile',
      },
    })
    .output(fullProfileSchema)
    .query(({ ctx }) => ctx.services.profile.get(ctx.caller.id)),

  save: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/auth/profile',
        id: 'updateProfile',
        tag: 'Account',
        summary: 'Update the own profile',
        description: 'Fields that are absent keep their value.',
      },
    })
    .input(saveProfileInput)
    .output(fullProfileSchema)
    .mutation(({ ctx, input }) => ctx.services.profile.save(ctx.caller.id, input)),
})
