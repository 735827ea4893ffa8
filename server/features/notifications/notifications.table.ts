import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { type NotificationParams, notificationKinds } from '#shared/notifications.ts'

/** Events users were not present for. Each cause has one unread row with a count. */
export const notifications = kit.table(
  'notifications',
  {
    id: kit.id(),
    userId: kit.text('user_id').notNull(),
    kind: kit.oneOf('kind', notificationKinds).notNull(),
    /** Kind, flow and cause: notifications of the same topic are merged. */
    topic: kit.text('topic').notNull(),
    params: kit.json<NotificationParams>('params').notNull(),
    flowId: kit.text('flow_id').references(() => flows.id),
    link: kit.text('link'),
    count: kit.integer('count').notNull(),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
    readDate: kit.time('read_date'),
  },
  (t) => [
    kit.unique('notifications_unread').on(t.userId, t.topic).where(sql`${t.readDate} is null`),
    kit.index('notifications_user').on(t.userId, t.updatedDate),
  ],
)
export type NotificationRow = typeof notifications.$inferSelect
