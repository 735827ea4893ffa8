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

export const paymentRouter = router({
  exchangeRate: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/payments/exchange-rate',
        id: 'getExchangeRate',
        tag: 'Payment',
        summary: 'Get the exchange rate',
      },
    })
    .output(exchangeRateSchema)
    .query(({ ctx }) => ctx.services.payments.exchangeRate()),

  exchangePreview: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/payments/exchange-preview/:amount',
        id: 'previewTopUp',
        tag: 'Payment',
        summary: 'Preview the price of a top-up',
      },
    })
    .input(z.object({ amount: topUpAmount }))
    .output(exchangePreviewAnswer)
    .query(async ({ ctx, input }) => {
      const data = await ctx.services.payments.preview(input.amount)
      return { ...data, data }
    }),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/payments/create',
        id: 'createPayment',
        tag: 'Payment',
        summary: 'Start a top-up',
        description:
          'Show `iframe_url` in a frame. The wallet is credited when the payment provider confirms.',
      },
    })
    .input(createPaymentInput)
    .output(paymentStartedSchema)
    .mutation(({ ctx, input }) => {
      const { caller, origin, idempotencyKey } = ctx
      return ctx.services.payments.create(caller.id, input, { address: origin.address, idempotencyKey })
    }),

  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/payments/:id',
        id: 'getPayment',
        tag: 'Payment',
        summary: 'Get a payment',
      },
    })
    .input(z.object({ id: z.string() }))
    .output(paymentSchema)
    .query(({ ctx, input }) => ctx.services.payments.get(ctx.caller.id, input.id)),

  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/payments',
        id: 'listPayments',
        tag: 'Payment',
        summary: 'List own payments',
      },
    })
    .input(pageInput)
    .output(paymentPage)
    .query(({ ctx, input }) => ctx.services.payments.list(ctx.caller.id, input)),

  all: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/payments/all',
        id: 'listAllPayments',
        tag: 'Payment',
        summary: 'List payments of all users',
      },
    })
    .input(pageInput)
    .output(anyPaymentPage)
    .query(({ ctx, input }) => ctx.services.payments.all(input)),

  refund: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/payments/refund',
        id: 'refundPayment',
        tag: 'Payment',
        summary: 'Refund a payment',
      },
    })
    .input(refundInput)
    .output(anyPaymentSchema)
    .mutation(({ ctx, input }) => {
      const { caller, idempotencyKey: key, origin } = ctx
      return ctx.services.payments.refund({ adminId: caller.id, key, address: origin.address }, input)
    }),

  /** Queries the provider now. Returns the updated payment. */
  recheck: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/payments/recheck',
        id: 'recheckPayment',
        tag: 'Payment',
        summary: 'Ask the provider about a payment again',
      },
    })
    .input(z.object({ orderId: z.string() }))
    .output(anyPaymentSchema)
    .mutation(({ ctx, input }) => ctx.services.payments.recheck(input.orderId)),

  cases: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/payments/cases',
        id: 'listPaymentCases',
        tag: 'Payment',
        summary: 'List payments to look at',
      },
    })
    .input(z.object({ open: z.union([z.boolean(), z.stringbool()]).optional() }))
    .output(z.array(paymentCaseSchema))
    .query(({ ctx, input }) => ctx.services.cases.list(input)),

  closeCase: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/payments/cases/close',
        id: 'closePaymentCase',
        tag: 'Payment',
        summary: 'Close a payment case',
      },
    })
    .input(closeCaseInput)
    .output(paymentCaseSchema)
    .mutation(({ ctx, input }) => {
      const { caller, origin } = ctx
      return ctx.services.payments.closeCase({ adminId: caller.id, address: origin.address }, input)
    }),
})
