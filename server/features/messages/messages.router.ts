import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { messageFilter, messageSchema } from '#shared/chat.ts'
import { deleteResult } from '#shared/variables.ts'

export const messagesRouter = router({
  list: procedure
    .meta({ rest: { method: 'GET', path: '/chatmessage/:id' } })
    .input(messageFilter)
    .output(z.array(messageSchema.loose()))
    .query(async ({ ctx, input: { id, ...filter } }) => {
      const { id: flowId } = await ctx.services.flows.get(ctx.caller.id, id)
      return ctx.services.messages.list({ flowId, ...filter })
    }),

  listInternal: procedure
    .meta({ rest: { method: 'GET', path: '/internal-chatmessage/:id' } })
    .input(messageFilter)
    .output(z.array(messageSchema.loose()))
    .query(async ({ ctx, input: { id, ...filter } }) => {
      const { id: flowId } = await ctx.services.flows.get(ctx.caller.id, id)
      return ctx.services.messages.list({ flowId, ...filter, chatType: ['INTERNAL'] })
    }),

  remove: procedure
    .meta({ rest: { method: 'DELETE', path: '/chatmessage/:id' } })
    .input(messageFilter)
    .output(deleteResult)
    .mutation(async ({ ctx, input: { id, order: _, page: __, limit: ___, ...filter } }) => {
      const { id: flowId } = await ctx.services.flows.get(ctx.caller.id, id)
      return { affected: await ctx.services.messages.remove({ flowId, ...filter }), raw: [] as [] }
    }),
})
