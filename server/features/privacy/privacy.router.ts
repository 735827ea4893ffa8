import { procedure, router } from '#server/trpc.ts'
import { chatKey } from '#shared/conversations.ts'
import { erasedSchema, visitorDataSchema } from '#shared/privacy.ts'

export const privacyRouter = router({
  export: procedure
    .input(chatKey)
    .output(visitorDataSchema)
    .query(({ ctx, input }) => ctx.services.privacy.exportVisitor(ctx.caller.id, input)),

  erase: procedure
    .input(chatKey)
    .output(erasedSchema)
    .mutation(({ ctx, input }) => ctx.services.privacy.erase(ctx.caller.id, input)),
})
