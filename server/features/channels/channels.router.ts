import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  channelAccountSchema,
  channelDetailsSchema,
  channelInput,
  channelSchema,
  channelValuesInput,
  checkChannelInput,
  createChannelInput,
  createdChannelSchema,
  serveChannelInput,
  testChannelInput,
} from '#shared/channels.ts'

export const channelsRouter = router({
  list: procedure
    .output(z.array(channelSchema))
    .query(({ ctx }) => ctx.services.channels.list(ctx.caller.id)),

  get: procedure
    .input(channelInput)
    .output(channelSchema)
    .query(({ ctx, input }) => ctx.services.channels.get(ctx.caller.id, input.id)),

  details: procedure
    .input(channelInput)
    .output(channelDetailsSchema)
    .query(({ ctx, input }) => ctx.services.channels.details(ctx.caller.id, input.id)),

  check: procedure
    .input(checkChannelInput)
    .output(channelAccountSchema)
    .mutation(({ ctx, input }) => ctx.services.channels.check(input)),

  create: procedure
    .input(createChannelInput)
    .output(createdChannelSchema)
    .mutation(({ ctx, input }) => ctx.services.channels.create(ctx.caller.id, input)),

  serve: procedure
    .input(serveChannelInput)
    .output(channelSchema)
    .mutation(({ ctx, input }) => ctx.services.channels.serve(ctx.caller.id, input)),

  replaceValues: procedure
    .input(channelValuesInput)
    .output(channelSchema)
    .mutation(({ ctx, input }) => ctx.services.channels.replaceValues(ctx.caller.id, input)),

  sendTest: procedure
    .input(testChannelInput)
    .output(z.object({ messageId: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.channels.sendTest(ctx.caller.id, input)),

  pause: procedure
    .input(channelInput)
    .output(channelSchema)
    .mutation(({ ctx, input }) => ctx.services.channels.pause(ctx.caller.id, input.id)),

  resume: procedure
    .input(channelInput)
    .output(channelSchema)
    .mutation(({ ctx, input }) => ctx.services.channels.resume(ctx.caller.id, input.id)),

  disconnect: procedure
    .input(channelInput)
    .output(z.object({ affected: z.int() }))
    .mutation(({ ctx, input }) => ctx.services.channels.disconnect(ctx.caller.id, input.id)),
})
