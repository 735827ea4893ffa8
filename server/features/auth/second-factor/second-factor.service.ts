import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import { AppError } from '#shared/errors.ts'
import type { Requirement, WebAuthnJson } from '#shared/second-factor.ts'
import type { AttemptLimits } from '../attempt-limits.service.ts'
import type { SessionsService } from '../sessions.service.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { ProofsService } from './proofs.service.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import { isRequiredOf } from './requirement.ts'
import * as rows from './second-factor.repository.ts'
import type { TotpService } from './totp.service.ts'

type Deps = {
  store: Store
  now: () => Date
  users: Pick<UsersService, 'get' | 'lockAdmins'>
  sessions: Pick<SessionsService, 'endAll' | 'confirm'>
  notifications: Pick<NotificationsService, 'notifyIn'>
  audit: Pick<AuditService, 'append'>
  limits: AttemptLimits
  totp: TotpService
  passkeys: PasskeysService
  codes: RecoveryCodes
  proofs: ProofsService
}
type NewPasskey = { challengeToken: string; response: WebAuthnJson; name: string }
type Change = { action: string; kind?: 'second_factor_added' | 'second_factor_removed'; name?: string }

/** The second factors of an account. Each change is audited and notified to the owner in one transaction. */
export function createSecondFactorService(deps: Deps) {
  const { store, now, users, sessions, notifications, audit, limits, totp, passkeys, codes, proofs } = deps

  async function status({ id, role }: Caller) {
    const { db } = store
    const [app, keys, left, requirement, factors] = await Promise.all([
      rows.findTotp(db, id),
      rows.listPasskeys(db, id),
      codes.status(db, id),
      rows.findRequirement(db),
      proofs.factorsOf(id),
    ])
    return {
      totp: app?.confirmedDate ? { createdDate: app.confirmedDate } : null,
      passkeys: keys,
      recoveryCodes: left ?? null,
      isRequired: isRequiredOf(requirement, role),
      methods: factors.length > 0 ? factors : (['password'] as const).slice(),
    }
  }

  /** The first factor also creates recovery codes; null when the account already has some. */
  async function confirmTotp(caller: Caller, code: string, origin: RequestOrigin) {
    const tries = [['factor:account', caller.id]] as const
    await limits.count([...tries])
    const recoveryCodes = await store.transaction(async (tx) => {
      await totp.confirm(tx, caller.id, code)
      return added(tx, caller, origin, 'secondFactor.addTotp')
    })
    await limits.release([...tries])
    return { recoveryCodes }
  }

  function removeTotp(caller: Caller, origin: RequestOrigin) {
    return store.transaction(async (tx) => {
      await ((await rows.deleteTotp(tx, caller.id)) ?? rejectUnknown())
      await removed(tx, caller, origin, { action: 'secondFactor.removeTotp' })
    })
  }

  async function addPasskey(caller: Caller, answer: NewPasskey, origin: RequestOrigin) {
    const insert = await passkeys.finishRegistration(caller, answer, origin)
    return store.transaction(async (tx) => {
      await insert(tx)
      const recoveryCodes = await added(tx, caller, origin, 'secondFactor.addPasskey', answer.name)
      return { recoveryCodes }
    })
  }

  function renamePasskey(caller: Caller, { id, name }: { id: string; name: string }) {
    return store.transaction(async (tx) => {
      await ((await rows.renamePasskey(tx, caller.id, id, name)) ?? rejectUnknown())
    })
  }

  function removePasskey(caller: Caller, id: string, origin: RequestOrigin) {
    return store.transaction(async (tx) => {
      const { name } = (await rows.deletePasskey(tx, caller.id, id)) ?? rejectUnknown()
      await removed(tx, caller, origin, { action: 'secondFactor.removePasskey', name })
    })
  }

  /** Invalidates the earlier codes. Throws CONFLICT for an account without a second factor. */
  function replaceRecoveryCodes(caller: Caller, origin: RequestOrigin) {
    return store.transaction(async (tx) => {
      if (!(await hasFactor(tx, caller.id))) {
        throw new AppError('CONFLICT', 'Set up an authenticator app or a passkey first.')
      }
      const recoveryCodes = await codes.replace(tx, caller.id)
      await record(tx, caller, origin, { action: 'secondFactor.replaceRecoveryCodes' })
      return { recoveryCodes }
    })
  }

  async function added(tx: Writer, caller: Caller, origin: RequestOrigin, action: string, name?: string) {
    const isFirst = (await codes.status(tx, caller.id)) === undefined
    const recoveryCodes = isFirst ? await codes.replace(tx, caller.id) : null
    // A newly added factor counts as a step-up, so the user need not confirm again at once.
    await (caller.sessionId && sessions.confirm(tx, caller.sessionId))
    const kind = 'second_factor_added' as const
    await record(tx, caller, origin, { action, kind, ...(name !== undefined && { name }) })
    return recoveryCodes
  }

  async function removed(tx: Writer, caller: Caller, origin: RequestOrigin, change: Change) {
    if (!(await hasFactor(tx, caller.id))) {
      if (isRequiredOf(await rows.findRequirement(tx), caller.role)) {
        throw new AppError(
          'CONFLICT',
          'A second factor is required of you. Add another one before you remove this one.',
        )
      }
      await rows.deleteRecoveryCodes(tx, caller.id)
    }
    await record(tx, caller, origin, { kind: 'second_factor_removed', ...change })
  }

  async function record(
    tx: Writer,
    { id }: Caller,
    { address }: RequestOrigin,
    { action, kind, name }: Change,
  ) {
    if (kind) {
      const params = { factor: action.endsWith('Totp') ? 'totp' : 'passkey', name: name ?? '' }
      await notifications.notifyIn(tx, { userId: id, kind, cause: `${params.factor}:${params.name}`, params })
    }
    const details = name === undefined ? {} : { name }
    await audit.append(tx, { kind: 'security', action, actorId: id, subjectId: id, address, details })
  }

  async function hasFactor(tx: Writer, userId: string) {
    const { hasTotp, hasPasskey } = await rows.findFactors(tx, userId)
    return hasTotp || hasPasskey
  }

  /**
   * Removes all second factors of a user who lost them. Throws FORBIDDEN for the own account, CONFLICT when there
   * is none.
   */
  function reset(caller: Caller, userId: string, { address }: RequestOrigin) {
    if (caller.id === userId) {
      throw new AppError('FORBIDDEN', 'You cannot do this to your own account.')
    }
    return store.transaction(async (tx) => {
      const admins = await users.lockAdmins(tx, userId)
      if (!admins.includes(caller.id)) {
        throw new AppError('FORBIDDEN', 'Only admins can do this.')
      }
      await users.get(tx, userId)
      if (!(await hasFactor(tx, userId))) {
        throw new AppError('CONFLICT', 'This user has no second factor.')
      }
      await rows.deleteAllOf(tx, userId)
      await sessions.endAll(tx, userId)
      const notice = { userId, kind: 'second_factor_reset' as const, cause: caller.id }
      await notifications.notifyIn(tx, { ...notice, params: { by: caller.username } })
      const who = { actorId: caller.id, subjectId: userId, address }
      await audit.append(tx, { kind: 'admin', action: 'users.resetSecondFactor', ...who })
    })
  }

  async function requirement() {
    return { requirement: await rows.findRequirement(store.db) }
  }

  /**
   * Throws CONFLICT for an ADMIN without a second factor, who would lock themselves out of everything but the
   * setup.
   */
  function require(caller: Caller, next: Requirement, { address }: RequestOrigin) {
    return store.transaction(async (tx) => {
      if (next !== 'nobody' && !(await hasFactor(tx, caller.id))) {
        throw new AppError('CONFLICT', 'Set up your own second factor before you require one.')
      }
      await rows.saveRequirement(tx, next, now())
      const details = { requirement: next }
      const who = { actorId: caller.id, address, details }
      await audit.append(tx, { kind: 'admin', action: 'secondFactor.setRequirement', ...who })
      return { requirement: next }
    })
  }

  async function isPasswordEnough(userId: string) {
    return (await proofs.factorsOf(userId)).length === 0
  }

  return {
    status,
    isPasswordEnough,
    startTotp: ({ id }: Caller) => totp.start(id),
    confirmTotp,
    removeTotp,
    startPasskey: passkeys.startRegistration,
    addPasskey,
    renamePasskey,
    removePasskey,
    replaceRecoveryCodes,
    reset,
    requirement,
    require,
  }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This second factor does not exist.')
}
