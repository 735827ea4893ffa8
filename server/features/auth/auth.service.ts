import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { ApiKeysService } from '#server/features/api-keys/api-keys.service.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import type { changePasswordInput, loginInput, Role, registerInput } from '#shared/auth.ts'
import { AppError } from '#shared/errors.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import * as rows from './auth.repository.ts'
import { hashPassword, nobodysPassword, verifyPassword } from './password.ts'
import { hashToken, isXsrf, newToken, SESSION_PREFIX, signXsrf } from './tokens.ts'

const SESSION_MS = 30 * 24 * 60 * 60_000

/** Where a request comes from, as far as that matters to who may do what. */
export type Origin = { address: string; userAgent: string }

/** Who is asking. `permissions` is there for API keys alone and then bounds what the key may do. */
export type Caller = {
  id: string
  username: string
  role: Role
  via: 'session' | 'cookie' | 'basic' | 'key'
  sessionId: string | null
  impersonatorId: string | null
  apiKeyId: string | null
  permissions: readonly string[] | null
}

type Deps = {
  store: Store
  now: () => Date
  secret: Buffer
  users: UsersService
  wallet: Pick<WalletService, 'open' | 'grantPlayMoney'>
  apiKeys: Pick<ApiKeysService, 'authenticate'>
  credentials: Pick<CredentialsService, 'offerSandbox'>
  limits: AttemptLimits
  allowRegistration: boolean
  sandbox: boolean
}

/** Accounts' doors: who comes in, who is inside, who goes out. Sessions are rows, so all of it acts at once. */
export function createAuthService(deps: Deps) {
  const { store, now, secret, users, wallet, apiKeys, credentials, limits, allowRegistration, sandbox } = deps

  /** Makes user, wallet and, in the sandbox, play money together or not at all, and signs in. */
  async function register({ username, email, password }: z.infer<typeof registerInput>, origin: Origin) {
    await limits.take([['register:address', origin.address]])
    if (!allowRegistration && (await users.hasAny(store.db))) {
      throw new AppError(
        'FORBIDDEN',
        'Registration is closed on this server. Ask an administrator for an account.',
      )
    }
    const passwordHash = await hashPassword(password)
    return store.transaction(async (tx) => {
      const user = await users.create(tx, { username, email, passwordHash })
      await wallet.open(tx, user.id)
      await (sandbox && furnish(tx, user))
      return { user, token: await openSession(tx, user.id, origin) }
    })
  }

  /** What makes a new account able to try everything where nothing is real. */
  async function furnish(tx: Writer, { id, role }: { id: string; role: Role }) {
    await wallet.grantPlayMoney(tx, id)
    await (role === 'ADMIN' && credentials.offerSandbox(tx, id))
  }

  async function login({ username, password }: z.infer<typeof loginInput>, origin: Origin) {
    const user = await checkPassword(username, password, origin)
    return store.transaction(async (tx) => {
      await rows.deleteStale(tx, now())
      return { user, token: await openSession(tx, user.id, origin) }
    })
  }

  /** Wrong name and wrong password are one answer, in one time. */
  async function checkPassword(login: string, password: string, { address }: Origin) {
    const known = await users.findByLogin(store.db, login)
    const tries: Parameters<typeof limits.take>[0] = [
      ['login:account', known?.id ?? login],
      ['login:address', address],
    ]
    await limits.take(tries)
    const matches = await verifyPassword(password, known?.passwordHash ?? (await nobodysPassword))
    if (!(known && matches)) {
      throw new AppError('UNAUTHENTICATED', 'Username or password is wrong.')
    }
    await limits.giveBack(tries)
    return known
  }

  async function logout({ sessionId }: Caller) {
    if (sessionId) {
      await store.transaction((tx) => rows.deleteSession(tx, sessionId))
    }
  }

  /** Ends every session of the caller, also this one, and opens a new one. */
  async function changePassword(caller: Caller, input: z.infer<typeof changePasswordInput>, origin: Origin) {
    await limits.take([['password:account', caller.id]])
    const user = await users.get(store.db, caller.id)
    if (!(await verifyPassword(input.currentPassword, user.passwordHash))) {
      const sentence = 'This is not your current password.'
      throw new AppError('INVALID_INPUT', sentence, { details: { currentPassword: [sentence] } })
    }
    await limits.giveBack([['password:account', caller.id]])
    const passwordHash = await hashPassword(input.newPassword)
    return store.transaction(async (tx) => {
      const changed = await users.setPassword(tx, caller.id, passwordHash)
      await endSessions(tx, caller.id)
      return { user: changed, token: await openSession(tx, caller.id, origin) }
    })
  }

  /** On a change of password or role, deletion, or "sign out everywhere". */
  function endSessions(tx: Writer, userId: string) {
    return rows.deleteSessionsOf(tx, userId)
  }

  async function openSession(tx: Writer, userId: string, { address, userAgent }: Origin) {
    const token = newToken(SESSION_PREFIX)
    const createdDate = now()
    await rows.insertSession(tx, {
      id: hashToken(secret, token),
      userId,
      impersonatorId: null,
      userAgent: userAgent.slice(0, 255),
      address,
      createdDate,
      expiresDate: new Date(createdDate.getTime() + SESSION_MS),
      lastSeenDate: null,
      reason: null,
    })
    return token
  }

  /** Null for a token of a session that has ended: the door decides what that means. */
  async function findCaller(token: string, via: 'session' | 'cookie'): Promise<Caller | null> {
    const hash = hashToken(secret, token)
    const found = await store.recall(['sessions', 'users'], `session:${hash}`, () =>
      rows.findSession(store.db, hash),
    )
    if (!found || found.session.expiresDate < now()) {
      return null
    }
    const { session, user } = found
    const { id, username, role } = user
    const { id: sessionId, impersonatorId } = session
    return { id, username, role, via, sessionId, impersonatorId, apiKeyId: null, permissions: null }
  }

  /** Who stands behind an `Authorization` header. Throws UNAUTHENTICATED for one that is wrong. */
  async function authenticate(header: string, origin: Origin): Promise<Caller> {
    const [scheme = '', value = ''] = header.split(/ +/)
    const caller =
      scheme.toLowerCase() === 'basic' ? await fromBasic(value, origin) : await fromBearer(scheme, value)
    return caller ?? refuse()
  }

  async function fromBearer(scheme: string, token: string) {
    if (scheme.toLowerCase() !== 'bearer') {
      return null
    }
    return token.startsWith(SESSION_PREFIX) ? findCaller(token, 'session') : apiKeys.authenticate(token)
  }

  async function fromBasic(encoded: string, origin: Origin): Promise<Caller> {
    const text = Buffer.from(encoded, 'base64').toString()
    const split = text.indexOf(':')
    const user = await checkPassword(text.slice(0, split), text.slice(split + 1), origin)
    const { id, username, role } = user
    return {
      id,
      username,
      role,
      via: 'basic',
      sessionId: null,
      impersonatorId: null,
      apiKeyId: null,
      permissions: null,
    }
  }

  return {
    register,
    login,
    logout,
    changePassword,
    endSessions,
    authenticate,
    me: (id: string) => users.getWithProfile(store.db, id),
    fromCookie: (token: string) => findCaller(token, 'cookie'),
    signXsrf: (token: string) => signXsrf(secret, hashToken(secret, token)),
    isXsrf: (sessionId: string, cookie: string | undefined, header: unknown) =>
      isXsrf(secret, sessionId, cookie, header),
  }
}

function refuse(): never {
  throw new AppError('UNAUTHENTICATED', 'Sign in to continue.')
}

export type AuthService = ReturnType<typeof createAuthService>
