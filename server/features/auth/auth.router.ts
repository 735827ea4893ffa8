import { z } from 'zod'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import {
  changePasswordInput,
  deviceSessionSchema,
  forgotPasswordInput,
  loginInput,
  registerInput,
  resetPasswordInput,
  sessionSchema,
} from '#shared/auth.ts'
import { meSchema } from '#shared/profile.ts'
import {
  challengeInput,
  loginSecondFactorInput,
  passkeyOptions,
  passkeyResponse,
} from '#shared/second-factor.ts'

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
      ctx.setDevice(ctx.setSession(await ctx.services.auth.register(input, ctx.origin))),
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
          'Takes a username or email address and a password. Send the returned token as `Authorization: Bearer`. An account with a second factor gets 401 SECOND_FACTOR_REQUIRED with `details.challengeToken`, for five minutes: send it with a code to /auth/login/second-factor.',
      },
    })
    .input(loginInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) =>
      ctx.setDevice(ctx.setSession(await ctx.services.auth.login(input, ctx.origin))),
    ),

  loginSecondFactor: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/login/second-factor',
        id: 'loginSecondFactor',
        tag: 'Account',
        summary: 'Finish signing in with a second factor',
        description:
          'Takes the `challengeToken` of the sign-in and a code of the authenticator app or a recovery code.',
      },
    })
    .input(loginSecondFactorInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) =>
      ctx.setDevice(ctx.setSession(await ctx.services.signIn.finish(input, ctx.origin))),
    ),

  loginPasskeyProof: publicProcedure
    .input(challengeInput)
    .output(passkeyOptions)
    .mutation(({ ctx, input }) => ctx.services.signIn.startPasskeyProof(input.challengeToken, ctx.origin)),

  passkeyOptions: publicProcedure
    .output(passkeyOptions)
    .mutation(({ ctx }) => ctx.services.signIn.startPasskeySignIn(ctx.origin)),

  passkeyLogin: publicProcedure
    .input(passkeyResponse)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) =>
      ctx.setDevice(ctx.setSession(await ctx.services.signIn.passkeySignIn(input, ctx.origin))),
    ),

  logout: procedure
    .meta({
      rest: { method: 'POST', path: '/auth/logout', id: 'logout', tag: 'Account', summary: 'Sign out' },
    })
    .output(done)
    .mutation(async ({ ctx }) => {
      await ctx.services.auth.logout(ctx.caller, ctx.origin)
      ctx.clearSession()
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
      ctx.setSession(await ctx.services.auth.changePassword(ctx.caller, input, ctx.origin)),
    ),

  forgotPassword: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/forgot-password',
        id: 'forgotPassword',
        tag: 'Account',
        summary: 'Email a password reset link',
        description:
          'Takes a username or email address. The response is the same whether the account exists or not. 409 where the server sends no email.',
      },
    })
    .input(forgotPasswordInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.resetLinks.request(input.username, ctx.origin)
      return { success: true as const }
    }),

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

  /** Afterwards the client uses the admin's own token again, which it has stored. */
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
