import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { missedRules, overlapRules, skipReasons, triggerKinds } from '#shared/triggers.ts'

/** The switch of a flow that starts by a schedule or a webhook. */
export const triggers = kit.table(
  'triggers',
  {
    flowId: kit
      .text('flow_id')
      .primaryKey()
      .references(() => flows.id),
    /** The flow's owner, who pays for its runs. */
    userId: kit.text('user_id').notNull(),
    enabled: kit.boolean('enabled').notNull(),
    missed: kit.oneOf('missed', missedRules).notNull(),
    overlap: kit.oneOf('overlap', overlapRules).notNull(),
    deliveryHeader: kit.text('delivery_header'),
    /** Sealed. Verifies signatures of webhooks. */
    secret: kit.text('secret'),
    /** The version whose schedule `nextDate` was computed from. */
    versionId: kit.text('version_id'),
    nextDate: kit.time('next_date'),
    lastDate: kit.time('last_date'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.index('triggers_next').on(t.nextDate)],
)
export type TriggerRow = typeof triggers.$inferSelect

/** What schedules and webhooks have started. Whether a started run has ended is read from `runs`. */
export const triggerLog = kit.table(
  'trigger_log',
  {
    id: kit.id(),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    kind: kit.oneOf('kind', triggerKinds).notNull(),
    /** When a schedule was due, or a webhook was received. */
    scheduledDate: kit.time('scheduled_date').notNull(),
    state: kit.oneOf('state', ['QUEUED', 'STARTED', 'SKIPPED', 'FAILED']).notNull(),
    reason: kit.oneOf('reason', skipReasons),
    error: kit.text('error'),
    runId: kit.text('run_id'),
    /** The message that answers. */
    messageId: kit.text('message_id'),
    /** Repeated deliveries of a webhook have the same key. */
    deliveryKey: kit.text('delivery_key'),
    /** When the callback of an asynchronous webhook is tried next. Null without one, and once it is done. */
    callbackDate: kit.time('callback_date'),
    callbackTries: kit.integer('callback_tries').notNull(),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.unique('trigger_log_scheduled').on(t.flowId, t.scheduledDate).where(sql`${t.kind} = 'schedule'`),
    kit.unique('trigger_log_delivery').on(t.flowId, t.deliveryKey).where(sql`${t.deliveryKey} is not null`),
    kit.index('trigger_log_flow').on(t.flowId, t.createdDate),
    kit.index('trigger_log_queued').on(t.flowId, t.scheduledDate).where(sql`${t.state} = 'QUEUED'`),
    kit.index('trigger_log_callback').on(t.callbackDate).where(sql`${t.callbackDate} is not null`),
  ],
)
export type TriggerLogRow = typeof triggerLog.$inferSelect
