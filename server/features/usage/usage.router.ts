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
    .meta({ rest: { method: 'GET', path: '/usage/summary' } })
    .output(usageSummarySchema)
    .query(({ ctx }) => ctx.services.usage.reports.summary(ctx.caller.id)),

  series: procedure
    .meta({ rest: { method: 'GET', path: '/usage/series' } })
    .input(usageSeriesInput)
    .output(usageSeriesSchema)
    .query(({ ctx, input }) => ctx.services.usage.reports.series(ctx.caller.id, input)),

  byFlow: procedure
    .meta({ rest: { method: 'GET', path: '/usage/by-flow' } })
    .input(rangeInput)
    .output(flowUsageSchema)
    .query(({ ctx, input }) => ctx.services.usage.reports.byFlow(ctx.caller.id, input)),

  byModel: procedure
    .meta({ rest: { method: 'GET', path: '/usage/by-model' } })
    .input(rangeInput)
    .output(modelUsageSchema)
    .query(({ ctx, input }) => ctx.services.usage.reports.byModel(ctx.caller.id, input)),

  caps: procedure
    .meta({ rest: { method: 'GET', path: '/usage/caps' } })
    .output(accountCapsSchema)
    .query(({ ctx }) => ctx.services.usage.caps.get(ctx.caller.id)),

  setCaps: procedure
    .meta({ rest: { method: 'PUT', path: '/usage/caps' } })
    .input(accountCapsInput)
    .output(accountCapsSchema)
    .mutation(({ ctx, input }) => ctx.services.usage.caps.set(ctx.caller.id, input)),

  flowCaps: procedure
    .meta({ rest: { method: 'GET', path: '/usage/flow-caps' } })
    .output(flowCapsSchema)
    .query(({ ctx }) => ctx.services.usage.caps.listFlows(ctx.caller.id)),

  setFlowCaps: procedure
    .meta({ rest: { method: 'PUT', path: '/usage/flow-caps/:flowId' } })
    .input(flowCapsInput)
    .output(flowCapsSchema)
    .mutation(({ ctx, input }) => ctx.services.usage.caps.setFlow(ctx.caller.id, input)),

  publicPrices: publicProcedure
    .meta({ rest: { method: 'GET', path: '/usage/public-prices', shared: true } })
    .output(publicPricesSchema)
    .query(({ ctx }) => ctx.services.usage.publicPrices()),

  prices: procedure
    .meta({ rest: { method: 'GET', path: '/usage/prices' } })
    .output(z.array(priceRowSchema))
    .query(({ ctx }) => ctx.services.usage.prices.list()),

  priceVersions: procedure
    .meta({ rest: { method: 'GET', path: '/usage/price-versions' } })
    .input(priceVersionsInput)
    .output(z.array(priceRowSchema))
    .query(({ ctx, input }) => ctx.services.usage.prices.versions(input.provider, input.model)),

  setPrice: procedure
    .meta({ rest: { method: 'POST', path: '/usage/prices' } })
    .input(setPriceInput)
    .output(priceRowSchema)
    .mutation(({ ctx, input }) => ctx.services.usage.prices.set(ctx.caller.id, input)),
})
