import { z } from 'zod'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import {
  accountCapsInput,
  accountCapsSchema,
  flowCapsInput,
  flowCapsSchema,
  flowUsageSchema,
  modelUsageSchema,
  priceRowSchema,
  priceVersionsInput,
  publicPricesSchema,
  rangeInput,
  setPriceInput,
  usageSeriesInput,
  usageSeriesSchema,
  usageSummarySchema,
} from '#shared/usage.ts'

export const usageRouter = router({
  summary: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/usage/summary',
        id: 'getUsageSummary',
        tag: 'Usage',
        summary: 'Get a summary of spending',
      },
    })
    .output(usageSummarySchema)
    .query(({ ctx }) => ctx.services.usage.reports.summary(ctx.caller.id)),

  series: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/usage/series',
        id: 'getUsageSeries',
        tag: 'Usage',
        summary: 'Get spending per day',
      },
    })
    .input(usageSeriesInput)
    .output(usageSeriesSchema)
    .query(({ ctx, input }) => ctx.services.usage.reports.series(ctx.caller.id, input)),

  byFlow: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/usage/by-flow',
        id: 'getUsageByFlow',
        tag: 'Usage',
        summary: 'Get spending per flow',
      },
    })
    .input(rangeInput)
    .output(flowUsageSchema)
    .query(({ ctx, input }) => ctx.services.usage.reports.byFlow(ctx.caller.id, input)),

  byModel: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/usage/by-model',
        id: 'getUsageByModel',
        tag: 'Usage',
        summary: 'Get spending per model',
      },
    })
    .input(rangeInput)
    .output(modelUsageSchema)
    .query(({ ctx, input }) => ctx.services.usage.reports.byModel(ctx.caller.id, input)),

  caps: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/usage/caps',
        id: 'getSpendingLimits',
        tag: 'Usage',
        summary: 'Get spending limits',
      },
    })
    .output(accountCapsSchema)
    .query(({ ctx }) => ctx.services.usage.caps.get(ctx.caller.id)),

  setCaps: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/usage/caps',
        id: 'setSpendingLimits',
        tag: 'Usage',
        summary: 'Set spending limits',
        description: '`null` removes a limit.',
      },
    })
    .input(accountCapsInput)
    .output(accountCapsSchema)
    .mutation(({ ctx, input }) => ctx.services.usage.caps.set(ctx.caller.id, input)),

  flowCaps: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/usage/flow-caps',
        id: 'listFlowSpendingLimits',
        tag: 'Usage',
        summary: 'List spending limits of flows',
      },
    })
    .output(flowCapsSchema)
    .query(({ ctx }) => ctx.services.usage.caps.listFlows(ctx.caller.id)),

  setFlowCaps: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/usage/flow-caps/:flowId',
        id: 'setFlowSpendingLimits',
        tag: 'Usage',
        summary: 'Set the spending limits of a flow',
        description: '`null` removes a limit.',
      },
    })
    .input(flowCapsInput)
    .output(flowCapsSchema)
    .mutation(({ ctx, input }) => ctx.services.usage.caps.setFlow(ctx.caller.id, input)),

  publicPrices: publicProcedure
    .meta({
      rest: {
        shared: true,
        method: 'GET',
        path: '/usage/public-prices',
        id: 'getPublicPrices',
        tag: 'Usage',
        summary: 'Get public prices',
        description: 'Model prices including the markup of this server, and the terms of top-ups.',
      },
    })
    .output(publicPricesSchema)
    .query(({ ctx }) => ctx.services.usage.publicPrices()),

  prices: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/usage/prices',
        id: 'listPrices',
        tag: 'Usage',
        summary: 'List model prices',
      },
    })
    .output(z.array(priceRowSchema))
    .query(({ ctx }) => ctx.services.usage.prices.list()),

  priceVersions: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/usage/price-versions',
        id: 'listPriceVersions',
        tag: 'Usage',
        summary: 'List earlier prices of a model',
      },
    })
    .input(priceVersionsInput)
    .output(z.array(priceRowSchema))
    .query(({ ctx, input }) => ctx.services.usage.prices.versions(input.provider, input.model)),

  setPrice: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/usage/prices',
        id: 'setPrice',
        tag: 'Usage',
        summary: 'Set the price of a model',
      },
    })
    .input(setPriceInput)
    .output(priceRowSchema)
    .mutation(({ ctx, input }) => ctx.services.usage.prices.set(ctx.caller, input, ctx.origin)),
})
