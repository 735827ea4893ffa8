import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { entryKinds } from '#shared/conversations.ts'

/** What operators see between the messages of a conversation: their notes, and who turned AI off or on. */
export const conversationEntries = kit.table(
  'conversation_entries',
  {
    id: kit.id(),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    chatId: kit.text('chat_id').notNull(),
    /** The flow's owner. */
    userId: kit.text('user_id').notNull(),
    kind: kit.oneOf('kind', entryKinds).notNull(),
    /** The operator. Null for what the flow or the visitor has done. */
    actorId: kit.text('actor_id'),
    actorName: kit.text('actor_name'),
    text: kit.text('text').notNull(),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.index('conversation_entries_chat').on(t.flowId, t.chatId, t.createdDate),
    kit.index('conversation_entries_user').on(t.userId),
  ],
)
export type EntryRow = typeof conversationEntries.$inferSelect
