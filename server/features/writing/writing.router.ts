import { z } from 'zod'
import { lastEventId, trackEvents } from '#server/track-events.ts'
import { procedure, router } from '#server/trpc.ts'
import { chatKey } from '#shared/conversations.ts'
import {
  draftKey,
  writeInstructionInput,
  writeStepsInput,
  writtenInstructionSchema,
  writtenStepsSchema,
} from '#shared/writing.ts'

export const writingRouter = router({
  instruction: procedure
    .input(writeInstructionInput)
    .output(writtenInstructionSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.writing.instruction(ctx.caller.id, input, signal)),

  reply: procedure
    .input(chatKey)
    .output(z.object({ runId: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.writing.reply(ctx.caller, input)),

  watchReply: procedure
    .input(draftKey.extend({ lastEventId }))
    .subscription(async ({ ctx, input, signal }) => {
      const { lastEventId: after, ...draft } = input
      return trackEvents(await ctx.services.writing.watchReply(ctx.caller, draft, after ?? 0, signal))
    }),

  stopReply: procedure
    .input(draftKey)
    .mutation(({ ctx, input }) => ctx.services.writing.stopReply(ctx.caller, input)),

  steps: procedure
    .input(writeStepsInput)
    .output(writtenStepsSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.writing.steps(ctx.caller.id, input, signal)),
})
