import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'

export const credentials = kit.table(
  'credentials',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    name: kit.text('name').notNull(),
    credentialName: kit.text('credential_name').notNull(),
    /** Encrypted values (seal.ts). */
    sealed: kit.text('sealed').notNull(),
    /** A platform credential: flows of all users may use it, charged to their wallets. */
    shared: kit.boolean('shared').notNull(),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.index('credentials_user').on(t.userId)],
)
export type CredentialRow = typeof credentials.$inferSelect
