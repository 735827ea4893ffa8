import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { apiKeySchema, createApiKeyInput, updateApiKeyInput } from '#shared/api-keys.ts'
import { deleteResult } from '#shared/variables.ts'

export const apiKeysRouter = router({
  list: procedure
    .meta({
      rest: { method: 'GET', path: '/apikey', id: 'listApiKeys', tag: 'API keys', summary: 'List API keys' },
    })
    .output(z.array(apiKeySchema))
    .query(({ ctx }) => ctx.services.apiKeys.list(ctx.caller.id)),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/apikey',
        id: 'createApiKey',
        tag: 'API keys',
        summary: 'Create an API key',
        description: 'The response is the only one with the whole key.',
      },
    })
    .input(createApiKeyInput)
    .output(z.array(apiKeySchema))
    .mutation(({ ctx, input }) => ctx.services.apiKeys.create(ctx.caller, input, ctx.origin)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/apikey/:id',
        id: 'updateApiKey',
        tag: 'API keys',
        summary: 'Update an API key',
      },
    })
    .input(updateApiKeyInput)
    .output(z.array(apiKeySchema))
    .mutation(({ ctx, input }) => ctx.services.apiKeys.update(ctx.caller, input, ctx.origin)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/apikey/:id',
        id: 'deleteApiKey',
        tag: 'API keys',
        summary: 'Delete an API key',
      },
    })
    .input(z.object({ id: z.string() }))
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.apiKeys.remove(ctx.caller, input.id, ctx.origin)),
})
