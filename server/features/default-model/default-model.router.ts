import { procedure, router } from '#server/trpc.ts'
import {
  connectedModelsSchema,
  connectModelInput,
  defaultModelSchema,
  modelOffersSchema,
  setDefaultModelInput,
} from '#shared/default-model.ts'

export const defaultModelRouter = router({
  get: procedure.output(defaultModelSchema).query(({ ctx }) => ctx.services.defaultModel.get()),

  offers: procedure
    .output(modelOffersSchema)
    .query(({ ctx }) => ctx.services.defaultModel.offers(ctx.caller)),

  connect: procedure
    .input(connectModelInput)
    .output(connectedModelsSchema)
    .mutation(({ ctx, input }) => ctx.services.defaultModel.connect(input.source)),

  set: procedure
    .input(setDefaultModelInput)
    .output(defaultModelSchema)
    .mutation(({ ctx, input }) => ctx.services.defaultModel.set(ctx.caller, input, ctx.origin)),

  clear: procedure
    .output(defaultModelSchema)
    .mutation(({ ctx }) => ctx.services.defaultModel.clear(ctx.caller, ctx.origin)),
})
