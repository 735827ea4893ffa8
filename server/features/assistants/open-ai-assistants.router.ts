import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { assistantIdInput } from '#shared/assistants.ts'
import {
  createStoreInput,
  detachFilesInput,
  formerAssistantSchema,
  openAiAccountInput,
  openAiContentsInput,
  openAiContentsSchema,
  openAiItemInput,
  updateStoreInput,
  vectorStoreSchema,
} from '#shared/open-ai-assistants.ts'

const STORES = '/openai-assistants-vector-store'

const route = <Method extends 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Path extends string>(
  method: Method,
  path: Path,
  id: string,
  summary: string,
) => ({ rest: { method, path, id, tag: 'Assistants', summary } }) as const

/** What OpenAI-type assistants have in the account of a credential. */
export const openAiAssistantsRouter = router({
  listFormer: procedure
    .meta(
      route('GET', '/openai-assistants', 'listOpenAiAssistants', 'List assistants of OpenAI’s former API'),
    )
    .input(openAiAccountInput)
    .output(z.array(formerAssistantSchema))
    .query(({ ctx, input }) => ctx.services.openAiAssistants.listFormer(ctx.caller.id, input.credential)),

  getFormer: procedure
    .meta(
      route('GET', '/openai-assistants/:id', 'getOpenAiAssistant', 'Get an assistant of OpenAI’s former API'),
    )
    .input(openAiItemInput)
    .output(formerAssistantSchema)
    .query(({ ctx, input }) => ctx.services.openAiAssistants.getFormer(ctx.caller.id, input)),

  listStores: procedure
    .meta(route('GET', STORES, 'listOpenAiVectorStores', 'List vector stores at OpenAI'))
    .input(openAiAccountInput)
    .output(z.array(vectorStoreSchema))
    .query(({ ctx, input }) => ctx.services.openAiAssistants.listStores(ctx.caller.id, input.credential)),

  createStore: procedure
    .meta(route('POST', STORES, 'createOpenAiVectorStore', 'Create a vector store at OpenAI'))
    .input(createStoreInput)
    .output(vectorStoreSchema)
    .mutation(({ ctx, input }) => ctx.services.openAiAssistants.createStore(ctx.caller.id, input)),

  getStore: procedure
    .meta(route('GET', `${STORES}/:id`, 'getOpenAiVectorStore', 'Get a vector store at OpenAI'))
    .input(openAiItemInput)
    .output(vectorStoreSchema)
    .query(({ ctx, input }) => ctx.services.openAiAssistants.getStore(ctx.caller.id, input)),

  updateStore: procedure
    .meta(route('PUT', `${STORES}/:id`, 'updateOpenAiVectorStore', 'Update a vector store at OpenAI'))
    .input(updateStoreInput)
    .output(vectorStoreSchema)
    .mutation(({ ctx, input }) => ctx.services.openAiAssistants.updateStore(ctx.caller.id, input)),

  removeStore: procedure
    .meta(route('DELETE', `${STORES}/:id`, 'deleteOpenAiVectorStore', 'Delete a vector store at OpenAI'))
    .input(openAiItemInput)
    .output(z.object({ id: z.string(), deleted: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.services.openAiAssistants.removeStore(ctx.caller.id, input)),

  detachFiles: procedure
    .meta(route('PATCH', `${STORES}/:id`, 'detachOpenAiFiles', 'Take files out of a vector store'))
    .input(detachFilesInput)
    .output(z.object({ deletedFileIds: z.array(z.string()), count: z.number() }))
    .mutation(({ ctx, input }) => ctx.services.openAiAssistants.detach(ctx.caller.id, input)),

  icon: procedure
    .input(assistantIdInput)
    .output(z.string().nullable())
    .query(({ ctx, input }) => ctx.services.openAiAssistants.icon(ctx.caller.id, input.id)),

  contents: procedure
    .input(openAiContentsInput)
    .output(openAiContentsSchema)
    .query(({ ctx, input }) => ctx.services.openAiAssistants.contents(ctx.caller.id, input)),
})
