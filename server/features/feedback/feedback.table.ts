import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { ratings } from '#shared/feedback.ts'

export const messageFeedback = kit.table(
  'message_feedback',
  {
    id: kit.id(),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    /** The flow's owner. */
    userId: kit.text('user_id').notNull(),
    chatId: kit.text('chat_id').notNull(),
    /** Feedback is deleted together with its message. */
    messageId: kit
      .text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    rating: kit.oneOf('rating', ratings).notNull(),
    content: kit.text('content'),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.unique('message_feedback_message').on(t.messageId),
    kit.index('message_feedback_flow').on(t.flowId, t.createdDate),
  ],
)
export type FeedbackRow = typeof messageFeedback.$inferSelect
