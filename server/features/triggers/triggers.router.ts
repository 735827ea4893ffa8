import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  saveTriggerInput,
  scheduleRecordSchema,
  scheduleStatusSchema,
  triggerLogInput,
  triggerLogPageSchema,
  triggerSchema,
} from '#shared/triggers.ts'

const named = z.object({ id: z.string() })
/** A body names a list; a query may name one. */
const logIds = z.union([z.array(z.string()).min(1).max(1_000), z.string().transform((id) => [id])])

export const triggersRouter = router({
  get: procedure
    .input(named)
    .output(triggerSchema)
    .query(({ ctx, input }) => ctx.services.triggers.get(ctx.caller.id, input.id)),

  save: procedure
    .input(saveTriggerInput)
    .output(triggerSchema)
    .mutation(({ ctx, input }) => ctx.services.triggers.save(ctx.caller.id, input)),

  replaceSecret: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/chatflows/:id/webhook-secret',
        id: 'replaceWebhookSecret',
        tag: 'Triggers',
        summary: 'Replace the secret of a webhook',
        description:
          'Returns the secret this once. Signatures made with the secret before it are no longer valid.',
      },
    })
    .input(named)
    .output(z.object({ webhookSecret: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.triggers.replaceSecret(ctx.caller.id, input.id)),

  removeSecret: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/chatflows/:id/webhook-secret',
        id: 'removeWebhookSecret',
        tag: 'Triggers',
        summary: 'Remove the secret of a webhook',
        status: 204,
      },
    })
    .input(named)
    .mutation(({ ctx, input }) => ctx.services.triggers.removeSecret(ctx.caller.id, input.id)),

  status: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/chatflows/:id/schedule/status',
        id: 'getScheduleStatus',
        tag: 'Triggers',
        summary: 'Get the schedule of a flow',
      },
    })
    .input(named)
    .output(scheduleStatusSchema)
    .query(({ ctx, input }) => ctx.services.triggers.scheduleStatus(ctx.caller.id, input.id)),

  enable: procedure
    .meta({
      rest: {
        method: 'PATCH',
        path: '/chatflows/:id/schedule/enabled',
        id: 'setScheduleEnabled',
        tag: 'Triggers',
        summary: 'Switch the schedule of a flow on or off',
      },
    })
    .input(named.extend({ enabled: z.boolean() }))
    .output(scheduleRecordSchema.nullable())
    .mutation(async ({ ctx, input }) => {
      const { triggers } = ctx.services
      await triggers.save(ctx.caller.id, input)
      return (await triggers.scheduleStatus(ctx.caller.id, input.id)).record
    }),

  log: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/chatflows/:id/schedule/trigger-logs',
        id: 'listTriggerLogs',
        tag: 'Triggers',
        summary: 'List what schedules and webhooks have started',
        parameters: { status: 'Only entries with this status.' },
      },
    })
    .input(triggerLogInput)
    .output(triggerLogPageSchema)
    .query(({ ctx, input }) => ctx.services.triggers.log(ctx.caller.id, input)),

  removeLogs: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/chatflows/:id/schedule/trigger-logs',
        id: 'removeTriggerLogs',
        tag: 'Triggers',
        summary: 'Delete entries of the trigger log',
        description: 'The executions stay. A queued run is given up.',
        parameters: { logIds: 'Ids of the entries.' },
      },
    })
    .input(named.extend({ logIds }))
    .output(z.object({ success: z.literal(true), deletedLogs: z.int(), deletedExecutions: z.int() }))
    .mutation(({ ctx, input }) => ctx.services.triggers.removeLogs(ctx.caller.id, input.id, input.logIds)),
})
