import { procedure, router } from '#server/trpc.ts'
import {
  chatKey,
  chatsInput,
  inboxListInput,
  inboxListSchema,
  inboxStatsInput,
  inboxStatsSchema,
  threadInput,
  threadSchema,
} from '#shared/conversations.ts'
import { deleteResult } from '#shared/variables.ts'

export const inboxRouter = router({
  list: procedure
    .input(inboxListInput)
    .output(inboxListSchema)
    .query(({ ctx, input }) => ctx.services.inbox.list(ctx.caller, input)),

  stats: procedure
    .input(inboxStatsInput)
    .output(inboxStatsSchema)
    .query(({ ctx, input }) => ctx.services.inbox.stats(ctx.caller, input)),

  thread: procedure
    .input(threadInput)
    .output(threadSchema)
    .query(({ ctx, input }) => ctx.services.inbox.thread(ctx.caller, input)),

  markRead: procedure
    .input(chatKey)
    .mutation(({ ctx, input }) => ctx.services.inbox.markRead(ctx.caller, input)),

  remove: procedure
    .input(chatsInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.inbox.remove(ctx.caller.id, input)),
})
