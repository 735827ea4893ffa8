import { z } from 'zod'
import type { Caller } from '#server/caller.ts'
import type { Services } from '#server/services.ts'
import { procedure, router } from '#server/trpc.ts'
import { listedMessageSchema, messageFilter, statsFilter, statsSchema } from '#shared/chat.ts'
import { deleteResult } from '#shared/variables.ts'
import { withEmptyLists } from './messages.service.ts'

type Reading = { services: Pick<Services, 'flows'>; caller: Caller }

/** MODERATORs read the conversations of every flow, others those of their own flows. Throws NOT_FOUND. */
async function readableFlow({ services, caller }: Reading, id: string) {
  const { find, findOwn } = services.flows
  const flow = await (caller.role === 'MODERATOR' ? find(id) : findOwn(caller.id, id))
  return flow.id
}

export const messagesRouter = router({
  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/chatmessage/:id',
        id: 'listMessages',
        tag: 'Messages',
        summary: 'List messages of a flow',
        description: 'With `page` and `limit`, pages count conversations rather than messages.',
      },
    })
    .input(messageFilter)
    .output(z.array(listedMessageSchema))
    .query(async ({ ctx, input: { id, ...filter } }) => {
      const flowId = await readableFlow(ctx, id)
      return (await ctx.services.messages.list({ flowId, ...filter })).map(withEmptyLists)
    }),

  listInternal: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/internal-chatmessage/:id',
        id: 'listInternalMessages',
        tag: 'Messages',
        summary: 'List messages of canvas chats',
      },
    })
    .input(messageFilter)
    .output(z.array(listedMessageSchema))
    .query(async ({ ctx, input: { id, ...filter } }) => {
      const flowId = await readableFlow(ctx, id)
      const found = await ctx.services.messages.list({ flowId, ...filter, chatType: ['INTERNAL'] })
      return found.map(withEmptyLists)
    }),

  stats: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/stats/:id',
        id: 'getMessageStatistics',
        tag: 'Messages',
        summary: 'Get message statistics of a flow',
      },
    })
    .input(statsFilter)
    .output(statsSchema)
    .query(async ({ ctx, input: { id, ...filter } }) => {
      const flowId = await readableFlow(ctx, id)
      return ctx.services.messages.stats({ flowId, ...filter })
    }),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/chatmessage/:id',
        id: 'deleteMessages',
        tag: 'Messages',
        summary: 'Delete messages of a flow',
        description: 'Deletes every message that matches the filter.',
      },
    })
    .input(messageFilter)
    .output(deleteResult)
    .mutation(async ({ ctx, input: { id, order: _, page: __, limit: ___, feedback: ____, ...filter } }) => {
      const { id: flowId } = await ctx.services.flows.get(ctx.caller.id, id)
      return { affected: await ctx.services.messages.remove({ flowId, ...filter }), raw: [] as [] }
    }),
})
