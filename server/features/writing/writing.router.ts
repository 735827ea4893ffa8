import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { chatKey } from '#shared/conversations.ts'
import {
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

  /** The draft is watched as the run that writes it, and stopped as such. */
  reply: procedure
    .input(chatKey)
    .output(z.object({ runId: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.writing.reply(ctx.caller.id, input)),

  steps: procedure
    .input(writeStepsInput)
    .output(writtenStepsSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.writing.steps(ctx.caller.id, input, signal)),
})
