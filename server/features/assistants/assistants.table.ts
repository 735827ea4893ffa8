import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import { assistantTypes } from '#shared/assistants.ts'

/** An assistant, with the columns of Flowise's export files. */
export const assistants = kit.table(
  'assistants',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** JSON text, stored byte for byte. */
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
