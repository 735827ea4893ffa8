import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { chatTypes } from '#shared/chat.ts'
import type { AnswerExtras } from '#shared/runs.ts'
import type { StoredUpload } from '#shared/uploads.ts'

export type MessageExtras = AnswerExtras & {
  fileUploads?: StoredUpload[] | undefined
  action?: unknown
  /** The run of an agent flow, which Flowise clients call an execution. */
  executionId?: string | undefined
  reasonContent?: unknown
  /** Name of the operator who has written the message, as visitors see it. */
  operatorName?: string | undefined
  /** The answer was cut when an operator turned AI off. */
  isCut?: true | undefined
}

export const messages = kit.table(
  'messages',
  {
    id: kit.id(),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    /** The flow's owner. */
    userId: kit.text('user_id').notNull(),
    chatId: kit.text('chat_id').notNull(),
    sessionId: kit.text('session_id').notNull(),
    memoryType: kit.text('memory_type'),
    chatType: kit.oneOf('chat_type', chatTypes).notNull(),
    role: kit.oneOf('role', ['userMessage', 'apiMessage']).notNull(),
    content: kit.text('content').notNull(),
    extras: kit.json<MessageExtras>('extras'),
    leadEmail: kit.text('lead_email'),
    runId: kit.text('run_id'),
    createdDate: kit.time('created_date').notNull(),
    /** Counts the messages of its conversation from 1, in the order of their commits. */
    sequence: kit.integer('sequence').notNull().default(0),
    /** Set for messages written by hand. */
    operatorId: kit.text('operator_id'),
    /** Its row in `message_words`. On PostgreSQL null until the words have been indexed. */
    number: kit.money('number'),
  },
  (t) => [
    kit.index('messages_session').on(t.flowId, t.sessionId, t.createdDate),
    kit.unique('messages_sequence').on(t.flowId, t.chatId, t.sequence),
    kit.unique('messages_number').on(t.number),
    // On PostgreSQL, covers only messages whose words are not indexed yet: a handful.
    kit.index('messages_unindexed').on(t.createdDate).where(sql`${t.number} is null`),
  ],
)
export type MessageRow = typeof messages.$inferSelect
