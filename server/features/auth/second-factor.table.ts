import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import { requirements } from '#shared/second-factor.ts'

const ownerColumn = () =>
  kit
    .text('user_id')
    .notNull()
    .references(() => users.id)

/** One authenticator app per account. It is active once `confirmedDate` is set. */
export const totpSecrets = kit.table('totp_secrets', {
  userId: ownerColumn().primaryKey(),
  /** Encrypted with the credential key. */
  secret: kit.text('secret').notNull(),
  /** Time step of the last accepted code; each code is accepted only once. */
  lastStep: kit.integer('last_step'),
  createdDate: kit.time('created_date').notNull(),
  confirmedDate: kit.time('confirmed_date'),
})

export const passkeys = kit.table(
  'passkeys',
  {
    id: kit.id(),
    userId: ownerColumn(),
    /** The authenticator's own id of the credential, base64url. */
    credentialId: kit.text('credential_id').notNull(),
    publicKey: kit.bytes('public_key').notNull(),
    /** Unsigned 32 bits: too large for PostgreSQL's integer. */
    counter: kit.money('counter').notNull(),
    transports: kit.json<string[]>('transports').notNull(),
    rpId: kit.text('rp_id').notNull(),
    name: kit.text('name').notNull(),
    createdDate: kit.time('created_date').notNull(),
    lastUsedDate: kit.time('last_used_date'),
  },
  (t) => [kit.unique('passkeys_credential').on(t.credentialId), kit.index('passkeys_user').on(t.userId)],
)
export type PasskeyRow = typeof passkeys.$inferSelect

export const recoveryCodes = kit.table(
  'recovery_codes',
  {
    /** Keyed hash of owner and code. */
    id: kit.id(),
    userId: ownerColumn(),
    createdDate: kit.time('created_date').notNull(),
    usedDate: kit.time('used_date'),
  },
  (t) => [kit.index('recovery_codes_user').on(t.userId)],
)

export const challengeKinds = ['login', 'passkey_login', 'passkey_proof', 'passkey_register'] as const

/** Pending sign-ins and WebAuthn ceremonies: short-lived, single-use. */
export const authChallenges = kit.table(
  'auth_challenges',
  {
    /** Keyed hash of the token. */
    id: kit.id(),
    kind: kit.oneOf('kind', challengeKinds).notNull(),
    /** Null until a passkey sign-in has named its account. */
    userId: kit.text('user_id').references(() => users.id),
    /** The session that started it; null before sign-in. */
    sessionId: kit.text('session_id'),
    challenge: kit.text('challenge'),
    expiresDate: kit.time('expires_date').notNull(),
  },
  (t) => [
    kit.index('auth_challenges_user').on(t.userId),
    kit.index('auth_challenges_expiry').on(t.expiresDate),
  ],
)
export type ChallengeRow = typeof authChallenges.$inferSelect

/** A single row with the sign-in settings chosen by admins. */
export const securitySettings = kit.table('security_settings', {
  id: kit.id(),
  requirement: kit.oneOf('requirement', requirements).notNull(),
  updatedDate: kit.time('updated_date').notNull(),
})
