import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { findViolation } from '#server/db/violation.ts'
import type { NewId } from '#server/ids.ts'
import type { Role } from '#shared/auth.ts'
import { AppError } from '#shared/errors.ts'
import { emptyProfile } from '#shared/profile.ts'
import * as rows from './users.repository.ts'
import type { UserRow } from './users.table.ts'

type Deps = { newId: NewId; now: () => Date }

export type NewUser = { username: string; email: string; passwordHash: string; role?: Role }

type AccountChanges = Changes<Pick<UserRow, 'username' | 'email' | 'passwordHash' | 'role' | 'avatarUrl'>>

export function createUsersService({ newId, now }: Deps) {
  async function get(db: Reader, id: string) {
    return (await rows.findUser(db, id)) ?? rejectUnknown()
  }

  async function getWithProfile(db: Reader, id: string) {
    const user = await get(db, id)
    const profile = await rows.findProfile(db, id)
    const changed = Math.max(user.updatedDate.getTime(), profile?.updatedDate.getTime() ?? 0)
    return { ...emptyProfile, ...profile, ...user, updatedDate: new Date(changed) }
  }

  async function hasAny(db: Reader) {
    return Boolean(await rows.findAnyUser(db))
  }

  /** The first account becomes ADMIN, all others USER unless a role is given. Throws CONFLICT naming the field that is taken. */
  async function create(tx: Writer, { username, email, passwordHash, role = 'USER' }: NewUser) {
    const isFirst = !(await hasAny(tx))
    const date = now()
    const row = {
      id: newId(),
      username,
      usernameKey: username.toLowerCase(),
      email,
      emailKey: email.toLowerCase(),
      passwordHash,
      role: isFirst ? ('ADMIN' as const) : role,
      avatarUrl: null,
      lastSeenDate: null,
      removedDate: null,
      founder: isFirst ? 1 : null,
      createdDate: date,
      updatedDate: date,
    }
    return await rows.insertUser(tx, row).catch(rejectTaken)
  }

  async function setPassword(tx: Writer, id: string, passwordHash: string) {
    return (await rows.updateUser(tx, id, { passwordHash, updatedDate: now() })) ?? rejectUnknown()
  }

  /** Throws CONFLICT naming the field that is taken. */
  async function change(tx: Writer, id: string, { username, email, ...others }: AccountChanges) {
    const keys = { usernameKey: username?.toLowerCase(), emailKey: email?.toLowerCase() }
    const changes = { username, email, ...keys, ...others, updatedDate: now() }
    return (await rows.updateUser(tx, id, changes).catch(rejectTaken)) ?? rejectUnknown()
  }

  return {
    change,
    get,
    getWithProfile,
    hasAny,
    create,
    setPassword,
    findByLogin: rows.findByLogin,
    listAdmins: rows.listAdmins,
    listNames: rows.listNames,
    lock: rows.lockUsers,
    lockAdmins: rows.lockAdmins,
  }
}

// SQLite names the column, PostgreSQL the index.
function rejectTaken(cause: unknown): never {
  const { rule, name = '' } = findViolation(cause) ?? {}
  if (rule !== 'unique') {
    throw cause
  }
  const taken = ['username', 'email'].find((field) => name.includes(field))
  const sentences: Record<string, string> = {
    username: 'This username is taken.',
    email: 'There is already an account with this email.',
  }
  const sentence = sentences[taken ?? ''] ?? 'Somebody else registered at the same moment. Please try again.'
  throw new AppError('CONFLICT', sentence, { ...(taken && { details: { [taken]: [sentence] } }), cause })
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This user does not exist.')
}

export type UsersService = ReturnType<typeof createUsersService>
