import { procedure, router } from '#server/trpc.ts'
import { markReadInput, markReadResult, notificationList } from '#shared/notifications.ts'

export const notificationsRouter = router({
  list: procedure.output(notificationList).query(({ ctx }) => ctx.services.notifications.list(ctx.caller.id)),

  markRead: procedure
    .input(markReadInput)
    .output(markReadResult)
    .mutation(({ ctx, input }) => ctx.services.notifications.markRead(ctx.caller.id, input.ids)),
})
