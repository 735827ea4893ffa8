import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import { sessionMethods } from '#shared/second-factor.ts'

/** Somebody signed in. The row is the session: when it goes, every token that names it is dead. */
export const sessions = kit.table(
  'sessions',
  {
    /** Keyed hash of the token: who reads the database cannot sign in with it. */
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** The ADMIN who is looking through this user's eyes. */
    impersonatorId: kit.text('impersonator_id').references(() => users.id),
    userAgent: kit.text('user_agent').notNull(),
    address: kit.text('address').notNull(),
    createdDate: kit.time('created_date').notNull(),
    expiresDate: kit.time('expires_date').notNull(),
    /** Written now and then, not with every request. */
    lastSeenDate: kit.time('last_seen_date'),
    /** Of an impersonation: why. */
    reason: kit.text('reason'),
    method: kit.oneOf('method', sessionMethods).notNull().default('password'),
    /** When its user last proved who they are. */
    confirmedDate: kit.time('confirmed_date'),
  },
  (t) => [
    kit.index('sessions_user').on(t.userId),
    kit.index('sessions_impersonator').on(t.impersonatorId),
    kit.index('sessions_expiry').on(t.expiresDate),
  ],
)
export type SessionRow = typeof sessions.$inferSelect

/** How often something was tried since its window opened. In the database, so that every process counts alike. */
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

/** A way back in that an ADMIN hands out: once, for a short time, kept as a hash. */
export const resetLinks = kit.table(
  'reset_links',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** The ADMIN, or null when the user asked for it by mail. */
    adminId: kit.text('admin_id'),
    createdDate: kit.time('created_date').notNull(),
    expiresDate: kit.time('expires_date').notNull(),
    usedDate: kit.time('used_date'),
  },
  (t) => [kit.index('reset_links_user').on(t.userId)],
)
