import type { z } from 'zod'
import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { ApiKeysService } from '#server/features/api-keys/api-keys.service.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { AccountsService } from '#server/features/users/accounts.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { changePasswordInput, loginInput, registerInput } from '#shared/auth.ts'
import { AppError } from '#shared/errors.ts'
import type { AttemptLimits } from './attempt-limits.service.ts'
import * as rows from './auth.repository.ts'
import type { PasswordCheck } from './check-password.ts'
import type { ImpersonationService } from './impersonation.service.ts'
import type { KnownNetworks } from './known-networks.ts'
import { verifyPassword } from './password.ts'
import type { PasswordsService } from './passwords.service.ts'
import type { SecondSignInService } from './second-factor/sign-in.service.ts'
import type { SessionsService } from './sessions.service.ts'
import { hashToken, isXsrf, SESSION_PREFIX, signDevice, signXsrf } from './tokens.ts'

type Deps = {
  store: Store
  now: () => Date
  secret: Buffer
  users: UsersService
  accounts: Pick<AccountsService, 'open'>
  apiKeys: Pick<ApiKeysService, 'authenticate'>
  limits: AttemptLimits
  sessions: SessionsService
  passwords: PasswordsService
  impersonation: Pick<ImpersonationService, 'end'>
  signIn: Pick<SecondSignInService, 'requireSecond' | 'requireNoFactor'>
  checkPassword: PasswordCheck
  networks: Pick<KnownNetworks, 'remember'>
  audit: Pick<AuditService, 'append'>
  allowRegistration: boolean
}

export function createAuthService(deps: Deps) {
  const { store, secret, users, accounts, apiKeys, limits, allowRegistration } = deps
  const { sessions, passwords, impersonation, audit, signIn, checkPassword, networks } = deps

  /** Creates user, wallet and, in the sandbox, play money in one transaction, and signs in. */
  async function register(
    { username, email, password }: z.infer<typeof registerInput>,
    origin: RequestOrigin,
  ) {
    await limits.count([['register:address', origin.address]])
    if (!allowRegistration && (await users.hasAny(store.db))) {
      throw new AppError(
        'FORBIDDEN',
        'Registration is closed on this server. Ask an administrator for an account.',
      )
    }
    const passwordHash = await passwords.choose(password, { username, email })
    const opened = await store.transaction(async (tx) => {
      const user = await accounts.open(tx, { username, email, passwordHash })
      const token = await sessions.open(tx, { userId: user.id, origin })
      await audit.append(tx, ofOneself('auth.register', user.id, origin))
      return { user, token }
    })
    await networks.remember(opened.user.id, origin)
    return opened
  }

  async function login({ username, password }: z.infer<typeof loginInput>, origin: RequestOrigin) {
    const user = await checkPassword(username, password, origin)
    await sessions.sweep()
    await signIn.requireSecond(user.id)
    return store.transaction(async (tx) => {
      const token = await sessions.open(tx, { userId: user.id, origin })
      await audit.append(tx, ofOneself('auth.login', user.id, origin))
      return { user, token }
    })
  }

  /** During impersonation, only that session ends. */
  async function logout(caller: Caller, origin: RequestOrigin) {
    const { id, sessionId, impersonatorId } = caller
    if (impersonatorId) {
      return impersonation.end(caller, origin)
    }
    if (sessionId) {
      await store.transaction(async (tx) => {
        await rows.deleteSession(tx, sessionId)
        await audit.append(tx, ofOneself('auth.logout', id, origin))
      })
    }
  }

  /** Ends every session of the caller, including this one, and opens a new one. */
  async function changePassword(
    caller: Caller,
    input: z.infer<typeof changePasswordInput>,
    origin: RequestOrigin,
  ) {
    await limits.count([['password:account', caller.id]])
    const user = await users.get(store.db, caller.id)
    if (!(await verifyPassword(input.currentPassword, user.passwordHash))) {
      const sentence = 'This is not your current password.'
      throw new AppError('INVALID_INPUT', sentence, { details: { currentPassword: [sentence] } })
    }
    await limits.release([['password:account', caller.id]])
    const passwordHash = await passwords.choose(input.newPassword, user, 'newPassword')
    return store.transaction(async (tx) => {
      const changed = await users.setPassword(tx, caller.id, passwordHash)
      await rows.deleteResetLinksOf(tx, caller.id)
      const method = caller.sessionId === null ? undefined : await rows.findMethod(tx, caller.sessionId)
      await sessions.endAll(tx, caller.id)
      const token = await sessions.open(tx, { userId: caller.id, origin, ...(method && { method }) })
      await audit.append(tx, ofOneself('auth.changePassword', caller.id, origin))
      return { user: changed, token }
    })
  }

  /** Resolves an `Authorization` header to its caller. Throws UNAUTHENTICATED for an invalid one. */
  async function authenticate(header: string, origin: RequestOrigin): Promise<Caller> {
    const [scheme = '', value = ''] = header.split(/ +/)
    const caller =
      scheme.toLowerCase() === 'basic' ? await fromBasic(value, origin) : await fromBearer(scheme, value)
    return caller ?? reject()
  }

  async function fromBearer(scheme: string, token: string) {
    if (scheme.toLowerCase() !== 'bearer') {
      return null
    }
    return token.startsWith(SESSION_PREFIX) ? sessions.find(token, 'session') : apiKeys.authenticate(token)
  }

  async function fromBasic(encoded: string, origin: RequestOrigin): Promise<Caller> {
    const text = Buffer.from(encoded, 'base64').toString()
    // No name contains NUL, and PostgreSQL rejects it as a parameter.
    if (text.includes('\0')) {
      reject()
    }
    const split = text.indexOf(':')
    const user = await checkPassword(text.slice(0, split), text.slice(split + 1), origin)
    const { id, username, role } = user
    const { mustEnroll } = await signIn.requireNoFactor(user)
    return {
      id,
      username,
      role,
      via: 'basic',
      sessionId: null,
      impersonatorId: null,
      apiKeyId: null,
      permissions: null,
      isConfirmed: true,
      mustEnroll,
    }
  }

  async function me({ id, impersonatorId }: Caller) {
    const by = impersonatorId && (await users.get(store.db, impersonatorId))
    const impersonator = by ? { id: by.id, username: by.username } : null
    return { ...(await users.getWithProfile(store.db, id)), impersonator }
  }

  return {
    register,
    login,
    logout,
    changePassword,
    authenticate,
    me,
    /** False until the first account, the administrator's, is created. */
    hasUsers: () => users.hasAny(store.db),
    fromCookie: (token: string) => sessions.find(token, 'cookie'),
    signDevice: (userId: string) => signDevice(secret, userId),
    signXsrf: (token: string) => signXsrf(secret, hashToken(secret, token)),
    isXsrf: (sessionId: string, cookie: string | undefined, header: unknown) =>
      isXsrf(secret, sessionId, cookie, header),
  }
}

function ofOneself(action: string, userId: string, { address }: RequestOrigin) {
  return { kind: 'security' as const, action, actorId: userId, subjectId: userId, address }
}

function reject(): never {
  throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
}
