import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  assistantIdInput,
  assistantSchema,
  assistantTypes,
  createAssistantInput,
  updateAssistantInput,
} from '#shared/assistants.ts'
import { deleteResult } from '#shared/variables.ts'

// An unknown type is ignored, as clients expect.
const listInput = z.object({ type: z.enum(assistantTypes).optional().catch(undefined) }).default({})

export const assistantsRouter = router({
  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/assistants',
        id: 'listAssistants',
        tag: 'Assistants',
        summary: 'List assistants',
      },
    })
    .input(listInput)
    .output(z.array(assistantSchema))
    .query(({ ctx, input }) => ctx.services.assistants.list(ctx.caller.id, input.type)),

  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/assistants/:id',
        id: 'getAssistant',
        tag: 'Assistants',
        summary: 'Get an assistant',
      },
    })
    .input(assistantIdInput)
    .output(assistantSchema)
    .query(({ ctx, input }) => ctx.services.assistants.get(ctx.caller.id, input.id)),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/assistants',
        id: 'createAssistant',
        tag: 'Assistants',
        summary: 'Create an assistant',
      },
    })
    .input(createAssistantInput)
    .output(assistantSchema)
    .mutation(({ ctx, input }) => ctx.services.assistants.create(ctx.caller.id, input)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/assistants/:id',
        id: 'updateAssistant',
        tag: 'Assistants',
        summary: 'Update an assistant',
      },
    })
    .input(updateAssistantInput)
    .output(assistantSchema)
    .mutation(({ ctx, input }) => ctx.services.assistants.update(ctx.caller.id, input)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/assistants/:id',
        id: 'deleteAssistant',
        tag: 'Assistants',
        summary: 'Delete an assistant',
      },
    })
    .input(assistantIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.assistants.remove(ctx.caller.id, input.id)),
})
