import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { PasswordsService } from '#server/features/auth/passwords.service.ts'
import type { ResetLinksService } from '#server/features/auth/reset-links.service.ts'
import type { SessionsService } from '#server/features/auth/sessions.service.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd } from '#shared/money.ts'
import type { createUserInput, UserChanges } from '#shared/users.ts'
import type { AccountsService } from './accounts.service.ts'
import * as removal from './removal.repository.ts'
import * as rows from './users.repository.ts'
import type { UsersService } from './users.service.ts'
import type { UserRow } from './users.table.ts'

type Deps = {
  store: Store
  users: Pick<UsersService, 'get' | 'change'>
  sessions: Pick<SessionsService, 'endAll'>
  passwords: PasswordsService
  accounts: Pick<AccountsService, 'open'>
  resetLinks: Pick<ResetLinksService, 'invite' | 'sendInvitation'>
  audit: Pick<AuditService, 'append'>
}

const MAX_FOUND = 20

export function createUserAdminService(deps: Deps) {
  const { store, users, sessions, passwords, audit, accounts, resetLinks } = deps

  async function list() {
    const found = await rows.listUsers(store.db)
    return found.map(({ user, creditsMicro, debitsMicro, hasTotp, hasPasskey }) => ({
      ...user,
      hasSecondFactor: Boolean(hasTotp) || Boolean(hasPasskey),
      balance: microToUsd((creditsMicro ?? 0) - (debitsMicro ?? 0)),
    }))
  }

  /**
   * Without a password the user sets one with the invitation link. Throws CONFLICT naming the field that is taken.
   */
  async function create(
    caller: Caller,
    { password, ...input }: z.output<typeof createUserInput>,
    origin: RequestOrigin,
  ) {
    const passwordHash = await passwords.choose(password ?? randomBytes(32).toString('base64url'), input)
    const { user, invitation } = await store.transaction(async (tx) => {
      rejectFormer(await rows.lockAdmins(tx), caller)
      const opened = await accounts.open(tx, { ...input, passwordHash })
      const details = { role: opened.role, invited: password === undefined }
      const who = { actorId: caller.id, subjectId: opened.id, address: origin.address, details }
      await audit.append(tx, { kind: 'admin', action: 'users.create', ...who })
      const link = { userId: opened.id, adminId: caller.id }
      return { user: opened, invitation: password ? null : await resetLinks.invite(tx, link) }
    })
    return { user, invitation: invitation && { ...invitation, mail: await sendTo(user, invitation.path) } }
  }

  const sendTo = ({ email, username }: UserRow, path: string) =>
    resetLinks.sendInvitation(email, username, path)

  /**
   * Changes the given fields. A new password or role ends the user's sessions and deletes API keys; a new email
   * address only invalidates reset links sent to the old one. Throws FORBIDDEN for the caller's own account,
   * CONFLICT for a taken name and for the last ADMIN.
   */
  async function update(
    caller: Caller,
    { id, ...given }: UserChanges & { id: string },
    { address }: RequestOrigin,
  ) {
    rejectSelf(caller, id)
    const { password, ...fields } = given
    const before = await users.get(store.db, id)
    const about = { username: fields.username ?? before.username, email: fields.email ?? before.email }
    const passwordHash = password === undefined ? undefined : await passwords.choose(password, about)
    return store.transaction(async (tx) => {
      const admins = await rows.lockAdmins(tx, id)
      const user = await users.get(tx, id)
      if (fields.role !== undefined && fields.role !== 'ADMIN') {
        rejectLast(admins, id)
      }
      rejectFormer(admins, caller)
      const changed = await users.change(tx, id, { ...fields, passwordHash })
      const names = changesOf(user, fields, password)
      if (names.includes('password') || names.includes('role')) {
        await endRights(tx, id)
      } else if (names.includes('email')) {
        await removal.deleteOpenLinksOf(tx, id)
      }
      const details = { fields: names, ...(names.includes('role') && { role: [user.role, changed.role] }) }
      const who = { actorId: caller.id, subjectId: id, address, details }
      await audit.append(tx, { kind: 'admin', action: 'users.update', ...who })
      return changed
    })
  }

  async function endRights(tx: Writer, id: string) {
    await sessions.endAll(tx, id)
    await removal.deleteKeysOf(tx, id)
    await removal.deleteOpenLinksOf(tx, id)
  }

  /** By a part of the username. */
  function search(part: string) {
    return rows.searchUsers(store.db, part, MAX_FOUND)
  }

  return { list, create, update, search }
}

function changesOf(before: UserRow, fields: Omit<UserChanges, 'password'>, password: string | undefined) {
  const changed = (['username', 'email', 'role'] as const).filter(
    (name) => fields[name] !== undefined && fields[name] !== before[name],
  )
  return password === undefined ? changed : [...changed, 'password']
}

export function rejectSelf(caller: Caller, id: string) {
  if (caller.id === id) {
    throw new AppError('FORBIDDEN', 'You cannot do this to your own account.')
  }
}

export function rejectLast(admins: string[], id: string) {
  if (admins.includes(id) && admins.length === 1) {
    throw new AppError('CONFLICT', 'This is the last admin. Make another user an admin first.')
  }
}

/** Rejects a caller who lost the ADMIN role while the request was running. */
export function rejectFormer(admins: string[], caller: Caller) {
  if (!admins.includes(caller.id)) {
    throw new AppError('FORBIDDEN', 'Only admins can do this.')
  }
}
