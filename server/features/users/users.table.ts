import { kit } from '#server/db/kit.ts'
import { roles } from '#shared/auth.ts'

export const users = kit.table(
  'users',
  {
    id: kit.id(),
    username: kit.text('username').notNull(),
    /** Lower case, because usernames are unique regardless of case. */
    usernameKey: kit.text('username_key').notNull(),
    email: kit.text('email').notNull(),
    emailKey: kit.text('email_key').notNull(),
    passwordHash: kit.text('password_hash').notNull(),
    role: kit.oneOf('role', roles).notNull(),
    avatarUrl: kit.text('avatar_url'),
    lastSeenDate: kit.time('last_seen_date'),
    /** Set instead of deleting the row, with name and address cleared: ledger entries keep their user. */
    removedDate: kit.time('removed_date'),
    /** 1 on the very first account and null on all others, so that of two concurrent sign-ups only one is first. */
    founder: kit.integer('founder'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [
    kit.unique('users_username').on(t.usernameKey),
    kit.unique('users_email').on(t.emailKey),
    kit.unique('users_founder').on(t.founder),
  ],
)

export type UserRow = typeof users.$inferSelect

export const profiles = kit.table('profiles', {
  userId: kit
    .text('user_id')
    .primaryKey()
    .references(() => users.id),
  customerName: kit.text('customer_name').notNull(),
  address: kit.text('address').notNull(),
  phone: kit.text('phone').notNull(),
  phoneCountryCode: kit.text('phone_country_code').notNull(),
  companyName: kit.text('company_name').notNull(),
  companyVatNo: kit.text('company_vat_no').notNull(),
  companyAddress: kit.text('company_address').notNull(),
  companyPhone: kit.text('company_phone').notNull(),
  companyPhoneCountryCode: kit.text('company_phone_country_code').notNull(),
  companyEmail: kit.text('company_email').notNull(),
  updatedDate: kit.time('updated_date').notNull(),
})
export type ProfileRow = typeof profiles.$inferSelect

export const avatars = kit.table('avatars', {
  userId: kit
    .text('user_id')
    .primaryKey()
    .references(() => users.id),
  bytes: kit.bytes('bytes').notNull(),
  mediaType: kit.text('media_type').notNull(),
  updatedDate: kit.time('updated_date').notNull(),
})
