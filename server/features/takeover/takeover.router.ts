import { procedure, router } from '#server/trpc.ts'
import {
  addNoteInput,
  handBackInput,
  handWrittenSchema,
  removeNoteInput,
  switchAiInput,
  switchedSchema,
  writeByHandInput,
} from '#shared/takeover.ts'
import { deleteResult } from '#shared/variables.ts'

export const takeoverRouter = router({
  switchAi: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/view-messages/:chatflowId/ai',
        id: 'switchAi',
        tag: 'Messages',
        summary: 'Turn AI off or on in a conversation',
        description:
          'Once the response to `disabled: true` has arrived, no answer of the flow reaches the visitor any more, also none that is being written.',
      },
    })
    .input(switchAiInput)
    .output(switchedSchema)
    .mutation(({ ctx, input: { chatflowId: flowId, chatId, disabled: isAiOff, clientId: source } }) =>
      ctx.services.takeover.switchAi(ctx.caller, { flowId, chatId }, { isAiOff, source }),
    ),

  write: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/view-messages/:chatflowId/messages',
        id: 'writeByHand',
        tag: 'Messages',
        summary: 'Write to a visitor',
        description: 'The visitor sees the message at once, with the name of the caller.',
      },
    })
    .input(writeByHandInput)
    .output(handWrittenSchema)
    .mutation(({ ctx, input }) => ctx.services.takeover.write(ctx.caller, input)),

  handBack: procedure
    .input(handBackInput)
    .output(switchedSchema)
    .mutation(({ ctx, input }) => ctx.services.takeover.handBack(ctx.caller, input)),

  addNote: procedure
    .input(addNoteInput)
    .mutation(({ ctx, input }) => ctx.services.takeover.addNote(ctx.caller, input)),

  removeNote: procedure
    .input(removeNoteInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.takeover.removeNote(ctx.caller, input)),
})
