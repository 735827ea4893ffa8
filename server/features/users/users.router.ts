import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { sessionSchema, userSchema } from '#shared/auth.ts'
import {
  createdUserSchema,
  createUserInput,
  impersonateInput,
  listedUserSchema,
  resetLinkSchema,
  someUserInput,
  updateUserInput,
} from '#shared/users.ts'

export const usersRouter = router({
  list: procedure
    .meta({
      rest: { method: 'GET', path: '/auth/users', id: 'listUsers', tag: 'Users', summary: 'List users' },
    })
    .output(z.array(listedUserSchema))
    .query(({ ctx }) => ctx.services.userAdmin.list()),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/users',
        id: 'createUser',
        tag: 'Users',
        summary: 'Create a user',
        description:
          'Without a password the response holds an invitation link, which works once, for seven days. It is also mailed where a mail server is set.',
      },
    })
    .input(createUserInput)
    .output(createdUserSchema)
    .mutation(({ ctx, input }) => ctx.services.userAdmin.create(ctx.caller, input, ctx.origin)),

  /** Over REST it is a plain route (account.routes.ts), because its URL is shared with the user's own profile. */
  update: procedure
    .input(updateUserInput)
    .output(userSchema)
    .mutation(({ ctx, input }) => ctx.services.userAdmin.update(ctx.caller, input, ctx.origin)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/auth/users/:id',
        id: 'deleteUser',
        tag: 'Users',
        summary: 'Delete a user',
        description:
          'Deletes the account and everything it owns, and closes its wallet. Ledger entries stay.',
      },
    })
    .input(someUserInput)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.userRemoval.remove(ctx.caller, input.id, ctx.origin)
      return { success: true as const }
    }),

  impersonate: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/impersonate',
        id: 'impersonateUser',
        tag: 'Users',
        summary: 'View as another user',
        description:
          'Returns a session of 30 minutes that acts as the user. It cannot move money, change passwords or read secrets.',
      },
    })
    .input(impersonateInput)
    .output(sessionSchema)
    .mutation(async ({ ctx, input }) =>
      ctx.setSession(await ctx.services.impersonation.start(ctx.caller, input, ctx.origin)),
    ),

  resetSecondFactor: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/auth/users/:id/second-factor',
        id: 'resetUserSecondFactor',
        tag: 'Users',
        summary: 'Reset the second factor of a user',
        description:
          'Removes authenticator app, passkeys and recovery codes, and ends every session of the user.',
      },
    })
    .input(someUserInput)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.secondFactor.reset(ctx.caller, input.id, ctx.origin)
      return { success: true as const }
    }),

  resetLink: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/users/:id/reset-link',
        id: 'createPasswordResetLink',
        tag: 'Users',
        summary: 'Create a password reset link',
        description: 'The link works once, for an hour.',
      },
    })
    .input(someUserInput)
    .output(resetLinkSchema)
    .mutation(({ ctx, input }) => ctx.services.resetLinks.create(ctx.caller, input.id, ctx.origin)),
})
