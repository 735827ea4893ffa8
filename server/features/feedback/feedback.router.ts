import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { feedbackFilter, feedbackSchema, rateInput } from '#shared/feedback.ts'

export const feedbackRouter = router({
  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/feedback/:id',
        id: 'listFeedback',
        tag: 'Feedback',
        summary: 'List feedback of a flow',
      },
    })
    .input(feedbackFilter)
    .output(z.array(feedbackSchema))
    .query(({ ctx, input }) => ctx.services.feedback.list(ctx.caller.id, input)),

  rate: procedure
    .input(rateInput)
    .output(feedbackSchema)
    .mutation(({ ctx, input }) => ctx.services.feedback.rate(ctx.caller.id, input)),
})
