import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { chatOffersSchema } from '#shared/chatbot.ts'

export const chatbotRouter = router({
  offers: procedure
    .input(z.object({ flowId: z.string() }))
    .output(chatOffersSchema)
    .query(({ ctx, input }) => ctx.services.chatbot.offers(ctx.caller.id, input.flowId)),
})
