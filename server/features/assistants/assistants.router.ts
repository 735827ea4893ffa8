import { z } from 'zod'
import type { Caller } from '#server/caller.ts'
import { procedure, router } from '#server/trpc.ts'
import {
  addAssistantInput,
  assistantCardSchema,
  assistantDraftSchema,
  assistantHeadSchema,
  assistantIdInput,
  assistantSchema,
  assistantTypes,
  type componentKinds,
  continueAssistantInput,
  createAssistantInput,
  generateInstructionInput,
  publishAssistantInput,
  removeAssistantInput,
  restoreAssistantInput,
  saveAssistantInput,
  storeChoiceSchema,
  updateAssistantInput,
} from '#shared/assistants.ts'
import { flowLossesSchema } from '#shared/flow-losses.ts'
import { nodeTemplateSchema } from '#shared/node-schemas.ts'
import { deleteResult } from '#shared/variables.ts'
import { openAiAssistantsRouter } from './open-ai-assistants.router.ts'

/** An impersonating admin is recorded as the author. */
const actorOf = ({ id, impersonatorId }: Caller) => ({ userId: id, authorId: impersonatorId ?? id })

// An unknown type is ignored, as clients expect.
const listInput = z.object({ type: z.enum(assistantTypes).optional().catch(undefined) }).default({})

const componentRoute = (kind: (typeof componentKinds)[number], id: string, summary: string) =>
  ({ method: 'GET', path: `/assistants/components/${kind}`, id, tag: 'Assistants', summary }) as const

/** Custom assistants for the screens. */
const customRouter = router({
  list: procedure
    .output(z.array(assistantCardSchema))
    .query(({ ctx }) => ctx.services.customAssistants.list(ctx.caller.id)),

  open: procedure
    .input(assistantIdInput)
    .output(assistantDraftSchema)
    .query(({ ctx, input }) => ctx.services.customAssistants.open(ctx.caller.id, input.id)),

  add: procedure
    .input(addAssistantInput)
    .output(assistantSchema)
    .mutation(({ ctx, input }) => ctx.services.customAssistants.add(actorOf(ctx.caller), input)),

  saveDraft: procedure
    .input(saveAssistantInput)
    .output(assistantHeadSchema)
    .mutation(({ ctx, input }) => ctx.services.customAssistants.saveDraft(actorOf(ctx.caller), input)),

  publish: procedure
    .input(publishAssistantInput)
    .output(assistantHeadSchema)
    .mutation(({ ctx, input }) => ctx.services.customAssistants.publish(actorOf(ctx.caller), input)),

  restore: procedure
    .input(restoreAssistantInput)
    .output(assistantDraftSchema)
    .mutation(({ ctx, input }) => ctx.services.customAssistants.restore(actorOf(ctx.caller), input)),

  losses: procedure
    .input(assistantIdInput)
    .output(flowLossesSchema.nullable())
    .query(({ ctx, input }) => ctx.services.customAssistants.losses(ctx.caller.id, input.id)),

  continueAsFlow: procedure
    .input(continueAssistantInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.customAssistants.continueAsFlow(actorOf(ctx.caller), input)),
})

export const assistantsRouter = router({
  custom: customRouter,
  openAi: openAiAssistantsRouter,

  chatModels: procedure
    .meta({ rest: componentRoute('chatmodels', 'listAssistantModels', 'List chat models for assistants') })
    .output(z.array(nodeTemplateSchema))
    .query(({ ctx }) => ctx.services.customAssistants.components.chatmodels),

  docStores: procedure
    .meta({ rest: componentRoute('docstores', 'listAssistantStores', 'List knowledge for assistants') })
    .output(z.array(storeChoiceSchema))
    .query(({ ctx }) => ctx.services.customAssistants.stores(ctx.caller.id)),

  tools: procedure
    .meta({ rest: componentRoute('tools', 'listAssistantTools', 'List tools for assistants') })
    .output(z.array(nodeTemplateSchema))
    .query(({ ctx }) => ctx.services.customAssistants.components.tools),

  generateInstruction: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/assistants/generate/instruction',
        id: 'generateAssistantInstruction',
        tag: 'Assistants',
        summary: 'Write instructions for an assistant',
        description: 'Calls a model and charges the wallet.',
      },
    })
    .input(generateInstructionInput)
    .output(z.object({ content: z.string() }))
    .mutation(({ ctx, input, signal }) =>
      ctx.services.writing.assistantInstruction(ctx.caller.id, input, signal),
    ),

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
    .mutation(({ ctx, input }) => ctx.services.customAssistants.create(actorOf(ctx.caller), input)),

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
    .mutation(({ ctx, input }) => ctx.services.customAssistants.update(actorOf(ctx.caller), input)),

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
    .input(removeAssistantInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.openAiAssistants.remove(ctx.caller.id, input)),
})
