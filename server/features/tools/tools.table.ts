import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'

/** A tool written by an ADMIN, with the columns of Flowise's exports. */
export const tools = kit.table(
  'tools',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    name: kit.text('name').notNull(),
    description: kit.text('description').notNull(),
    color: kit.text('color').notNull(),
    iconSrc: kit.text('icon_src'),
    /** JSON text of its fields. */
    schema: kit.text('schema'),
    func: kit.text('func'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.index('tools_user').on(t.userId, t.updatedDate)],
)
export type ToolRow = typeof tools.$inferSelect
