import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  addPasskeyInput,
  confirmTotpInput,
  factorAdded,
  newRecoveryCodes,
  passkeyOptions,
  renamePasskeyInput,
  requirementSchema,
  secondFactorStatus,
  stepUpInput,
  stepUpResult,
  totpSetup,
} from '#shared/second-factor.ts'

const done = z.object({ success: z.literal(true) })
const tag = 'Account'

// Passkeys are tRPC only, because only browsers can complete their ceremonies.
export const secondFactorRouter = router({
  status: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/auth/second-factor',
        id: 'getSecondFactor',
        tag,
        summary: 'Get the own second factors',
      },
    })
    .output(secondFactorStatus)
    .query(({ ctx }) => ctx.services.secondFactor.status(ctx.caller)),

  stepUp: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/step-up',
        id: 'stepUp',
        tag,
        summary: 'Confirm the own identity',
        description:
          'Answers STEP_UP_REQUIRED: for five minutes this session may move money and create API keys. Takes a code, a recovery code or, without a second factor, the password.',
      },
    })
    .input(stepUpInput)
    .output(stepUpResult)
    .mutation(({ ctx, input }) => ctx.services.signIn.stepUp(ctx.caller, input, ctx.origin)),

  stepUpPasskey: procedure
    .output(passkeyOptions)
    .mutation(({ ctx }) => ctx.services.signIn.startStepUp(ctx.caller, ctx.origin)),

  startTotp: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/second-factor/totp',
        id: 'startAuthenticatorApp',
        tag,
        summary: 'Begin setting up an authenticator app',
        description: 'Returns the secret. It counts once a code has confirmed it.',
      },
    })
    .output(totpSetup)
    .mutation(({ ctx }) => ctx.services.secondFactor.startTotp(ctx.caller)),

  confirmTotp: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/second-factor/totp/confirm',
        id: 'confirmAuthenticatorApp',
        tag,
        summary: 'Confirm an authenticator app',
        description:
          'With the first factor of an account, the response is the only one with its recovery codes.',
      },
    })
    .input(confirmTotpInput)
    .output(factorAdded)
    .mutation(({ ctx, input }) => ctx.services.secondFactor.confirmTotp(ctx.caller, input.code, ctx.origin)),

  removeTotp: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/auth/second-factor/totp',
        id: 'removeAuthenticatorApp',
        tag,
        summary: 'Remove the authenticator app',
      },
    })
    .output(done)
    .mutation(async ({ ctx }) => {
      await ctx.services.secondFactor.removeTotp(ctx.caller, ctx.origin)
      return { success: true as const }
    }),

  startPasskey: procedure
    .output(passkeyOptions)
    .mutation(({ ctx }) => ctx.services.secondFactor.startPasskey(ctx.caller, ctx.origin)),

  addPasskey: procedure
    .input(addPasskeyInput)
    .output(factorAdded)
    .mutation(({ ctx, input }) => ctx.services.secondFactor.addPasskey(ctx.caller, input, ctx.origin)),

  renamePasskey: procedure
    .input(renamePasskeyInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.secondFactor.renamePasskey(ctx.caller, input)
      return { success: true as const }
    }),

  removePasskey: procedure
    .input(z.object({ id: z.string() }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.secondFactor.removePasskey(ctx.caller, input.id, ctx.origin)
      return { success: true as const }
    }),

  replaceRecoveryCodes: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/second-factor/recovery-codes',
        id: 'replaceRecoveryCodes',
        tag,
        summary: 'Create new recovery codes',
        description: 'The codes before stop working. The response is the only one with the new ones.',
      },
    })
    .output(newRecoveryCodes)
    .mutation(({ ctx }) => ctx.services.secondFactor.replaceRecoveryCodes(ctx.caller, ctx.origin)),

  requirement: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/auth/second-factor/requirement',
        id: 'getSecondFactorRequirement',
        tag: 'Users',
        summary: 'Get who must have a second factor',
      },
    })
    .output(requirementSchema)
    .query(({ ctx }) => ctx.services.secondFactor.requirement()),

  setRequirement: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/auth/second-factor/requirement',
        id: 'setSecondFactorRequirement',
        tag: 'Users',
        summary: 'Set who must have a second factor',
        description: 'Users without one can do nothing but set one up, from their next request on.',
      },
    })
    .input(requirementSchema)
    .output(requirementSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.secondFactor.require(ctx.caller, input.requirement, ctx.origin),
    ),
})
