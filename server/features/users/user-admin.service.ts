import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { Caller, Origin } from '#server/features/auth/auth.service.ts'
import type { PasswordsService } from '#server/features/auth/passwords.service.ts'
import type { SessionsService } from '#server/features/auth/sessions.service.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd } from '#shared/money.ts'
import type { UserChanges } from '#shared/users.ts'
import * as removal from './removal.repository.ts'
import * as rows from './users.repository.ts'
import type { UsersService } from './users.service.ts'
import type { UserRow } from './users.table.ts'

type Deps = {
  store: Store
  users: Pick<UsersService, 'get' | 'change'>
  sessions: Pick<SessionsService, 'endAll'>
  passwords: PasswordsService
  audit: Pick<AuditService, 'append'>
}

/** Other people's accounts, for ADMINs. */
export function createUserAdminService({ store, users, sessions, passwords, audit }: Deps) {
  async function list() {
    const found = await rows.listUsers(store.db)
    return found.map(({ user, creditsMicro, debitsMicro }) => ({
      ...user,
      balance: microToUsd((creditsMicro ?? 0) - (debitsMicro ?? 0)),
    }))
  }

  /**
   * Changes what is given. A new password, email or role ends the user's sessions and API keys. Throws FORBIDDEN for oneself,
   * CONFLICT for a name that is taken and for the last ADMIN.
   */
  async function update(caller: Caller, { id, ...given }: UserChanges & { id: string }, { address }: Origin) {
    refuseOneself(caller, id)
    const { password, ...fields } = given
    const before = await users.get(store.db, id)
    const about = { username: fields.username ?? before.username, email: fields.email ?? before.email }
    const passwordHash = password === undefined ? undefined : await passwords.choose(password, about)
    return store.transaction(async (tx) => {
      const admins = await rows.lockAdmins(tx, id)
      const user = await users.get(tx, id)
      if (fields.role !== undefined && fields.role !== 'ADMIN') {
        refuseLast(admins, id)
      }
      refuseFormer(admins, caller)
      const changed = await users.change(tx, id, { ...fields, passwordHash })
      const names = changesOf(user, fields, password)
      if (names.some((name) => name !== 'username')) {
        await endRights(tx, id)
      }
      const details = { fields: names, ...(names.includes('role') && { role: [user.role, changed.role] }) }
      const who = { actorId: caller.id, subjectId: id, address, details }
      await audit.append(tx, { kind: 'admin', action: 'users.update', ...who })
      return changed
    })
  }

  /** Whatever was made with the old rights. */
  async function endRights(tx: Writer, id: string) {
    await sessions.endAll(tx, id)
    await removal.deleteKeysOf(tx, id)
    await removal.deleteOpenLinksOf(tx, id)
  }

  return { list, update }
}

function changesOf(before: UserRow, fields: Omit<UserChanges, 'password'>, password: string | undefined) {
  const changed = (['username', 'email', 'role'] as const).filter(
    (name) => fields[name] !== undefined && fields[name] !== before[name],
  )
  return password === undefined ? changed : [...changed, 'password']
}

export function refuseOneself(caller: Caller, id: string) {
  if (caller.id === id) {
    throw new AppError('FORBIDDEN', 'You cannot do this to your own account.')
  }
}

export function refuseLast(admins: string[], id: string) {
  if (admins.includes(id) && admins.length === 1) {
    throw new AppError('CONFLICT', 'This is the last administrator. Make somebody else one first.')
  }
}

/** Who was demoted while his request was on its way. */
export function refuseFormer(admins: string[], caller: Caller) {
  if (!admins.includes(caller.id)) {
    throw new AppError('FORBIDDEN', 'Only an administrator may do this.')
  }
}

export type UserAdminService = ReturnType<typeof createUserAdminService>
