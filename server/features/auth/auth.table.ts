import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import { sessionMethods } from '#shared/second-factor.ts'

/** A session. Deleting the row invalidates every token that names it. */
export const sessions = kit.table(
  'sessions',
  {
    /** Keyed hash of the token, so that read access to the database does not allow signing in. */
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    impersonatorId: kit.text('impersonator_id').references(() => users.id),
    userAgent: kit.text('user_agent').notNull(),
    address: kit.text('address').notNull(),
    createdDate: kit.time('created_date').notNull(),
    expiresDate: kit.time('expires_date').notNull(),
    /** Updated periodically, not with every request. */
    lastSeenDate: kit.time('last_seen_date'),
    reason: kit.text('reason'),
    method: kit.oneOf('method', sessionMethods).notNull().default('password'),
    confirmedDate: kit.time('confirmed_date'),
  },
  (t) => [
    kit.index('sessions_user').on(t.userId),
    kit.index('sessions_impersonator').on(t.impersonatorId),
    kit.index('sessions_expiry').on(t.expiresDate),
  ],
)
export type SessionRow = typeof sessions.$inferSelect

/** Attempts since the start of their time window. In the database, so that all processes share the count. */
export const attempts = kit.table(
  'attempts',
  {
    /** `login:account:ada`, `login:address:10.0.0.1`. */
    key: kit.text('key').primaryKey(),
    count: kit.integer('count').notNull(),
    resetDate: kit.time('reset_date').notNull(),
  },
  (t) => [kit.index('attempts_reset').on(t.resetDate)],
)

/** Single-use password reset link created by an ADMIN: short-lived and stored as a hash. */
export const resetLinks = kit.table(
  'reset_links',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** The ADMIN, or null when the user requested the link by email. */
    adminId: kit.text('admin_id'),
    createdDate: kit.time('created_date').notNull(),
    expiresDate: kit.time('expires_date').notNull(),
    usedDate: kit.time('used_date'),
  },
  (t) => [kit.index('reset_links_user').on(t.userId)],
)
