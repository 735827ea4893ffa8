import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'

export const leads = kit.table(
  'leads',
  {
    id: kit.id(),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    /** The flow's owner. */
    userId: kit.text('user_id').notNull(),
    chatId: kit.text('chat_id').notNull(),
    name: kit.text('name'),
    email: kit.text('email'),
    phone: kit.text('phone'),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.index('leads_flow').on(t.flowId, t.createdDate),
    kit.index('leads_chat').on(t.flowId, t.chatId),
    kit.index('leads_user').on(t.userId),
  ],
)
export type LeadRow = typeof leads.$inferSelect
