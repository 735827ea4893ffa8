import { z } from 'zod'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import {
  changePasswordInput,
  deviceSessionSchema,
  loginInput,
  registerInput,
  resetPasswordInput,
  sessionSchema,
} from '#shared/auth.ts'
import { meSchema } from '#shared/profile.ts'

const done = z.object({ success: z.literal(true) })

export const authRouter = router({
  register: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/register',
        id: 'register',
        tag: 'Account',
        summary: 'Create an account',
        description: 'The first account of a server is its administrator. Responds with a session.',
      },
    })
    .input(registerInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) =>
      ctx.keepDevice(ctx.keepSession(await ctx.services.auth.register(input, ctx.origin))),
    ),

  login: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/login',
        id: 'login',
        tag: 'Account',
        summary: 'Sign in',
        description:
          'Takes a username or email address and a password. Send the returned token as `Authorization: Bearer`.',
      },
    })
    .input(loginInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) =>
      ctx.keepDevice(ctx.keepSession(await ctx.services.auth.login(input, ctx.origin))),
    ),

  logout: procedure
    .meta({
      rest: { method: 'POST', path: '/auth/logout', id: 'logout', tag: 'Account', summary: 'Sign out' },
    })
    .output(done)
    .mutation(async ({ ctx }) => {
      await ctx.services.auth.logout(ctx.caller, ctx.origin)
      ctx.dropSession()
      return { success: true as const }
    }),

  me: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/auth/me',
        id: 'getCurrentUser',
        tag: 'Account',
        summary: 'Get the signed-in user',
      },
    })
    .output(meSchema)
    .query(({ ctx }) => ctx.services.auth.me(ctx.caller)),

  changePassword: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/change-password',
        id: 'changePassword',
        tag: 'Account',
        summary: 'Change the own password',
        description: 'Ends every other session.',
      },
    })
    .input(changePasswordInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) =>
      ctx.keepSession(await ctx.services.auth.changePassword(ctx.caller, input, ctx.origin)),
    ),

  resetPassword: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/reset-password',
        id: 'resetPassword',
        tag: 'Account',
        summary: 'Set a password with a reset token',
      },
    })
    .input(resetPasswordInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.resetLinks.redeem(input, ctx.origin)
      return { success: true as const }
    }),

  /** The client goes back to the ADMIN's own token, which it has kept. */
  endImpersonation: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/end-impersonation',
        id: 'endImpersonation',
        tag: 'Account',
        summary: 'Stop viewing as another user',
      },
    })
    .output(done)
    .mutation(async ({ ctx }) => {
      await ctx.services.impersonation.end(ctx.caller, ctx.origin)
      return { success: true as const }
    }),

  sessions: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/auth/sessions',
        id: 'listSessions',
        tag: 'Account',
        summary: 'List own sessions',
      },
    })
    .output(z.array(deviceSessionSchema))
    .query(({ ctx }) => ctx.services.sessions.list(ctx.caller)),

  endSession: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/auth/sessions/:id',
        id: 'endSession',
        tag: 'Account',
        summary: 'End one of the own sessions',
      },
    })
    .input(z.object({ id: z.string() }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.sessions.end(ctx.caller, input.id, ctx.origin)
      return { success: true as const }
    }),

  /** Everywhere but here. */
  endOtherSessions: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/sign-out-everywhere',
        id: 'endOtherSessions',
        tag: 'Account',
        summary: 'End all other own sessions',
      },
    })
    .output(done)
    .mutation(async ({ ctx }) => {
      await ctx.services.sessions.endOthers(ctx.caller, ctx.origin)
      return { success: true as const }
    }),
})
