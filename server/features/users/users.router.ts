import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { sessionSchema, userSchema } from '#shared/auth.ts'
import {
  impersonateInput,
  listedUserSchema,
  resetLinkSchema,
  someUserInput,
  updateUserInput,
} from '#shared/users.ts'

export const usersRouter = router({
  list: procedure
    .meta({ rest: { method: 'GET', path: '/auth/users' } })
    .output(z.array(listedUserSchema))
    .query(({ ctx }) => ctx.services.userAdmin.list()),

  /** Over REST it is a plain route (account.routes.ts), for there its address is also one's own profile's. */
  update: procedure
    .input(updateUserInput)
    .output(userSchema)
    .mutation(({ ctx, input }) => ctx.services.userAdmin.update(ctx.caller, input, ctx.origin)),

  remove: procedure
    .meta({ rest: { method: 'DELETE', path: '/auth/users/:id' } })
    .input(someUserInput)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.userRemoval.remove(ctx.caller, input.id, ctx.origin)
      return { success: true as const }
    }),

  impersonate: procedure
    .meta({ rest: { method: 'POST', path: '/auth/impersonate' } })
    .input(impersonateInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) =>
      ctx.keepSession(await ctx.services.impersonation.begin(ctx.caller, input, ctx.origin)),
    ),

  resetLink: procedure
    .meta({ rest: { method: 'POST', path: '/auth/users/:id/reset-link' } })
    .input(someUserInput)
    .output(resetLinkSchema)
    .mutation(({ ctx, input }) => ctx.services.resetLinks.create(ctx.caller, input.id, ctx.origin)),
})
