import { z } from 'zod'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import { changePasswordInput, loginInput, registerInput, sessionSchema } from '#shared/auth.ts'
import { meSchema } from '#shared/profile.ts'

const done = z.object({ success: z.literal(true) })

export const authRouter = router({
  register: publicProcedure
    .meta({ rest: { method: 'POST', path: '/auth/register' } })
    .input(registerInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) => ctx.keepSession(await ctx.services.auth.register(input, ctx.origin))),

  login: publicProcedure
    .meta({ rest: { method: 'POST', path: '/auth/login' } })
    .input(loginInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) => ctx.keepSession(await ctx.services.auth.login(input, ctx.origin))),

  logout: procedure
    .meta({ rest: { method: 'POST', path: '/auth/logout' } })
    .output(done)
    .mutation(async ({ ctx }) => {
      await ctx.services.auth.logout(ctx.caller)
      ctx.dropSession()
      return { success: true as const }
    }),

  me: procedure
    .meta({ rest: { method: 'GET', path: '/auth/me' } })
    .output(meSchema)
    .query(({ ctx }) => ctx.services.auth.me(ctx.caller.id)),

  changePassword: procedure
    .meta({ rest: { method: 'POST', path: '/auth/change-password' } })
    .input(changePasswordInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) =>
      ctx.keepSession(await ctx.services.auth.changePassword(ctx.caller, input, ctx.origin)),
    ),
})
