import { procedure, router } from '#server/trpc.ts'
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

  steps: procedure
    .input(writeStepsInput)
    .output(writtenStepsSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.writing.steps(ctx.caller.id, input, signal)),
})
