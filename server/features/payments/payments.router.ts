import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  anyPaymentPage,
  anyPaymentSchema,
  closeCaseInput,
  createPaymentInput,
  exchangePreviewAnswer,
  exchangeRateSchema,
  pageInput,
  paymentCaseSchema,
  paymentPage,
  paymentSchema,
  paymentStartedSchema,
  refundInput,
  topUpAmount,
} from '#shared/payments.ts'

export const paymentsRouter = router({
  exchangeRate: procedure
    .meta({ rest: { method: 'GET', path: '/payments/exchange-rate' } })
    .output(exchangeRateSchema)
    .query(({ ctx }) => ctx.services.payments.exchangeRate()),

  exchangePreview: procedure
    .meta({ rest: { method: 'GET', path: '/payments/exchange-preview/:amount' } })
    .input(z.object({ amount: topUpAmount }))
    .output(exchangePreviewAnswer)
    .query(async ({ ctx, input }) => {
      const data = await ctx.services.payments.preview(input.amount)
      return { ...data, data }
    }),

  create: procedure
    .meta({ rest: { method: 'POST', path: '/payments/create' } })
    .input(createPaymentInput)
    .output(paymentStartedSchema)
    .mutation(({ ctx, input }) => {
      const { caller, origin, idempotencyKey } = ctx
      return ctx.services.payments.create(caller.id, input, { address: origin.address, idempotencyKey })
    }),

  get: procedure
    .meta({ rest: { method: 'GET', path: '/payments/:id' } })
    .input(z.object({ id: z.string() }))
    .output(paymentSchema)
    .query(({ ctx, input }) => ctx.services.payments.get(ctx.caller.id, input.id)),

  list: procedure
    .meta({ rest: { method: 'GET', path: '/payments' } })
    .input(pageInput)
    .output(paymentPage)
    .query(({ ctx, input }) => ctx.services.payments.list(ctx.caller.id, input)),

  all: procedure
    .meta({ rest: { method: 'GET', path: '/payments/all' } })
    .input(pageInput)
    .output(anyPaymentPage)
    .query(({ ctx, input }) => ctx.services.payments.all(input)),

  /** Gives the payment as it is afterwards. */
  refund: procedure
    .meta({ rest: { method: 'POST', path: '/payments/refund' } })
    .input(refundInput)
    .output(anyPaymentSchema)
    .mutation(({ ctx, input }) => {
      const { caller, idempotencyKey } = ctx
      return ctx.services.payments.refund(caller.id, input, idempotencyKey)
    }),

  /** Asks the provider now. Gives the payment as it is afterwards. */
  recheck: procedure
    .meta({ rest: { method: 'POST', path: '/payments/recheck' } })
    .input(z.object({ orderId: z.string() }))
    .output(anyPaymentSchema)
    .mutation(({ ctx, input }) => ctx.services.payments.recheck(input.orderId)),

  cases: procedure
    .meta({ rest: { method: 'GET', path: '/payments/cases' } })
    .input(z.object({ open: z.union([z.boolean(), z.stringbool()]).optional() }))
    .output(z.array(paymentCaseSchema))
    .query(({ ctx, input }) => ctx.services.cases.list(input)),

  closeCase: procedure
    .meta({ rest: { method: 'POST', path: '/payments/cases/close' } })
    .input(closeCaseInput)
    .output(paymentCaseSchema)
    .mutation(({ ctx, input }) => ctx.services.payments.closeCase(ctx.caller.id, input)),
})
