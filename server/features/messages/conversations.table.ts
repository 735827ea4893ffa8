import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { chatTypes } from '#shared/chat.ts'
import { authors } from '#shared/conversations.ts'
import { ratings } from '#shared/feedback.ts'

/** One row per chat of a flow, written with every message: the inbox reads it instead of the messages. */
export const conversations = kit.table(
  'conversations',
  {
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    chatId: kit.text('chat_id').notNull(),
    /** The flow's owner. */
    userId: kit.text('user_id').notNull(),
    /** Of the newest message. */
    sessionId: kit.text('session_id').notNull(),
    chatType: kit.oneOf('chat_type', chatTypes).notNull(),
    /** Where the visitor writes: `web`, `embed`, `api`, or the name of a channel. */
    platform: kit.text('platform').notNull(),
    /** Number of the newest message. Never decreases. */
    sequence: kit.integer('sequence').notNull(),
    messageCount: kit.integer('message_count').notNull(),
    /** Messages of the visitor that no operator has read. */
    unread: kit.integer('unread').notNull(),
    /** Number of the newest message by hand that the visitor's chat has shown. */
    seenSequence: kit.integer('seen_sequence').notNull().default(0),
    /**
     * Increases whenever AI is turned off or on, and begins with the time. An answer is stored only under the number it was begun with, so none
     * that is being written outlives the switch, whichever process writes it.
     */
    fence: kit.money('fence').notNull(),
    isAiOff: kit.boolean('is_ai_off').notNull(),
    /** Who has turned AI off or on. */
    switchedBy: kit.text('switched_by'),
    switchedDate: kit.time('switched_date'),
    /** Since when the visitor waits for a person. */
    requestedDate: kit.time('requested_date'),
    hasOperator: kit.boolean('has_operator').notNull(),
    /** The latest rating. */
    rating: kit.oneOf('rating', ratings),
    /** Why the latest answer failed. */
    failure: kit.text('failure'),
    costMicro: kit.money('cost_micro').notNull(),
    /** The first message and the newest one, shortened. */
    title: kit.text('title').notNull(),
    preview: kit.text('preview').notNull(),
    previewBy: kit.oneOf('preview_by', authors).notNull(),
    startedDate: kit.time('started_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [
    kit.primaryKey({ columns: [t.flowId, t.chatId] }),
    kit.index('conversations_flow').on(t.flowId, t.updatedDate),
    kit.index('conversations_user').on(t.userId, t.updatedDate),
  ],
)
export type ConversationRow = typeof conversations.$inferSelect
