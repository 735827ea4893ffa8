import { kit } from '#server/db/kit.ts'

/** One row: a known text sealed with the credential key, so that a changed key is found when the server starts. */
export const credentialKeyChecks = kit.table('credential_key_checks', {
  id: kit.id(),
  sealed: kit.text('sealed').notNull(),
})
