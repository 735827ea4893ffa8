import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import { assistantTypes } from '#shared/assistants.ts'

/** An assistant, in the columns of Flowise's files (facts/rest-table.md R11). */
export const assistants = kit.table(
  'assistants',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** JSON text, to the last byte. */
    details: kit.text('details').notNull(),
    credential: kit.text('credential').notNull(),
    iconSrc: kit.text('icon_src'),
    type: kit.oneOf('type', assistantTypes).notNull(),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.index('assistants_user').on(t.userId, t.updatedDate)],
)
export type AssistantRow = typeof assistants.$inferSelect
