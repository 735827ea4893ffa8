import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'

export const apiKeys = kit.table(
  'api_keys',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    keyName: kit.text('key_name').notNull(),
    /** SHA-256: 256 random bits need no slow hash. */
    hash: kit.text('hash').notNull(),
    /** Last characters of the key, so that its owner can tell keys apart. */
    ending: kit.text('ending').notNull(),
    permissions: kit.json<string[]>('permissions').notNull(),
    lastUsedDate: kit.time('last_used_date'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.unique('api_keys_hash').on(t.hash), kit.index('api_keys_user').on(t.userId)],
)
export type ApiKeyRow = typeof apiKeys.$inferSelect
