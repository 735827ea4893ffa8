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
  },
  (t) => [
    kit.index('messages_session').on(t.flowId, t.sessionId, t.createdDate),
    kit.index('messages_chat').on(t.flowId, t.chatId, t.createdDate),
  ],
)
export type MessageRow = typeof messages.$inferSelect
