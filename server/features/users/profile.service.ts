import type { Store } from '#server/db/store.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { checkProfile, emptyProfile, type ProfileChanges, profileSchema } from '#shared/profile.ts'
import * as rows from './users.repository.ts'
import type { UsersService } from './users.service.ts'

type Deps = { store: Store; now: () => Date; users: Pick<UsersService, 'get' | 'getWithProfile'> }

/** Personal and company contact. The user always comes from the session. */
export function createProfileService({ store, now, users }: Deps) {
  function get(userId: string) {
    return users.getWithProfile(store.db, userId)
  }

  /** Absent fields stay unchanged. Throws INVALID_INPUT with the product specification's text per field. */
  function save(userId: string, changes: ProfileChanges) {
    return store.transaction(async (tx) => {
      await users.get(tx, userId)
      const stored = await rows.findProfile(tx, userId)
      const profile = profileSchema.parse({ ...emptyProfile, ...stored, ...definedOf(changes) })
      rejectIssues(checkProfile(profile))
      await rows.saveProfile(tx, { userId, ...profile, updatedDate: now() })
      return users.getWithProfile(tx, userId)
    })
  }

  return { get, save }
}

function definedOf(changes: ProfileChanges) {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function rejectIssues(issues: Record<string, string>) {
  const found = Object.entries(issues)
  if (found.length > 0) {
    throw invalidInput(Object.fromEntries(found.map(([field, sentence]) => [field, [sentence]])))
  }
}
