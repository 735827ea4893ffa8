import { z } from 'zod'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import { abortInput, askInput, askOutput, messageSchema } from '#shared/chat.ts'
import { estimateSchema } from '#shared/runs.ts'
import { deleteResult } from '#shared/variables.ts'

const chatInput = z.object({ flowId: z.string(), chatId: z.string().max(255) })

export const chatRouter = router({
  ask: procedure
    .input(askInput)
    .output(askOutput)
    .mutation(({ ctx, input }) => ctx.services.chat.runOnCanvas(ctx.caller.id, input)),

  estimate: procedure
    .input(z.object({ flowId: z.string() }))
    .output(estimateSchema)
    .query(({ ctx, input }) => ctx.services.chat.estimate(ctx.caller.id, input.flowId)),

  messages: procedure
    .input(chatInput)
    .output(z.array(messageSchema))
    .query(({ ctx, input }) => ctx.services.chat.conversation(ctx.caller.id, input.flowId, input.chatId)),

  clear: procedure
    .input(chatInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.chat.clear(ctx.caller.id, input.flowId, input.chatId)),

  stop: procedure
    .input(z.object({ runId: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.runs.stop(ctx.caller.id, input.runId)),

  // Public, as Flowise's clients expect: both ids are long random numbers known only to participants of the chat.
  abort: publicProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/chatmessage/abort/:chatflowid/:chatid',
        id: 'abortPrediction',
        tag: 'Predictions',
        summary: 'Stop running answers of a chat',
        description: 'The answer ends with the text produced so far, which is charged.',
      },
    })
    .input(abortInput)
    .output(z.object({ status: z.literal(200), message: z.string() }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.runs.stopChat(input.chatflowid, input.chatid)
      return { status: 200 as const, message: 'Chat message aborted' }
    }),
})
