import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import type { EvaluatorConfig } from '#shared/evaluators.ts'

export const evaluators = kit.table(
  'evaluators',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    name: kit.text('name').notNull(),
    config: kit.json<EvaluatorConfig>('config').notNull(),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.index('evaluators_user').on(t.userId, t.createdDate)],
)
export type EvaluatorRow = typeof evaluators.$inferSelect
