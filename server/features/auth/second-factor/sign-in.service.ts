import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { UserRow } from '#server/features/users/users.table.ts'
import { AppError } from '#shared/errors.ts'
import type { Proof, ProofMethod, SessionMethod, WebAuthnJson } from '#shared/second-factor.ts'
import type { AttemptLimits } from '../attempt-limits.service.ts'
import type { KnownNetworks } from '../known-networks.ts'
import { CONFIRMED_MS, type SessionsService } from '../sessions.service.ts'
import type { Challenges } from './challenges.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { ProofsService } from './proofs.service.ts'
import { isRequiredOf } from './requirement.ts'
import * as rows from './second-factor.repository.ts'

type Deps = {
  store: Store
  now: () => Date
  users: Pick<UsersService, 'get'>
  sessions: Pick<SessionsService, 'open' | 'confirm'>
  limits: AttemptLimits
  audit: Pick<AuditService, 'append'>
  challenges: Challenges
  passkeys: PasskeysService
  proofs: ProofsService
  networks: Pick<KnownNetworks, 'remember'>
}
type Second = Proof & { challengeToken: string }
type Answer = { challengeToken: string; response: WebAuthnJson }

const methods: Record<ProofMethod, SessionMethod> = {
  password: 'password',
  code: 'code',
  recovery: 'recovery',
  passkey: 'password_passkey',
}

export function createSecondSignInService(deps: Deps) {
  const { store, now, users, sessions, limits, audit, challenges, passkeys, proofs, networks } = deps

  /**
   * Runs after the correct password. Throws SECOND_FACTOR_REQUIRED, with the data to continue, when the account
   * has a second factor.
   */
  async function requireSecond(userId: string) {
    const factors = await proofs.factorsOf(userId)
    if (factors.length > 0) {
      const { challengeToken, expiresDate } = await challenges.issue({ kind: 'login', userId })
      throw new AppError(
        'SECOND_FACTOR_REQUIRED',
        'Enter a second factor to finish signing in: send challengeToken and code to POST /api/v1/auth/login/second-factor.',
        { details: { challengeToken, methods: factors, expiresDate: expiresDate.toISOString() } },
      )
    }
  }

  /** A wrong code leaves the sign-in pending for another attempt; a correct one completes it. */
  async function finish({ challengeToken, ...proof }: Second, origin: RequestOrigin) {
    const { userId } = await challenges.find(challengeToken, 'login')
    const prover = { userId: userId ?? '', sessionId: null, origin }
    const opened = await proofs.prove(prover, proof, async (tx, method) => {
      await challenges.consume(tx, challengeToken, 'login')
      return open(tx, prover.userId, methods[method], origin)
    })
    await networks.remember(opened.user.id, origin)
    return opened
  }

  async function startPasskeyProof(challengeToken: string, origin: RequestOrigin) {
    const { userId } = await challenges.find(challengeToken, 'login')
    return passkeys.startProof(userId ?? '', null, origin)
  }

  async function startPasskeySignIn(origin: RequestOrigin) {
    await limits.count([['passkey:address', origin.address]])
    return passkeys.startSignIn(origin)
  }

  /** A passkey with user verification counts as two factors: possession, and a biometric or PIN. */
  async function passkeySignIn(answer: Answer, origin: RequestOrigin) {
    await limits.count([['passkey:address', origin.address]])
    const { userId, use } = await passkeys.proveSignIn(answer, origin)
    return store.transaction(async (tx) => {
      await use(tx)
      return open(tx, userId, 'passkey', origin)
    })
  }

  async function open(tx: Writer, userId: string, method: SessionMethod, origin: RequestOrigin) {
    const user: UserRow = await users.get(tx, userId)
    const token = await sessions.open(tx, { userId, origin, method })
    await audit.append(tx, entry('auth.login', userId, origin, { method }))
    return { user, token }
  }

  /** Confirms the caller's session only, for five minutes. Throws CONFLICT without a session. */
  async function stepUp(caller: Caller, proof: Proof, origin: RequestOrigin) {
    const sessionId = sessionOf(caller)
    return proofs.prove({ userId: caller.id, sessionId, origin }, proof, async (tx, method) => {
      await sessions.confirm(tx, sessionId)
      await audit.append(tx, entry('auth.stepUp', caller.id, origin, { method }))
      return { until: new Date(now().getTime() + CONFIRMED_MS) }
    })
  }

  function startStepUp(caller: Caller, origin: RequestOrigin) {
    return passkeys.startProof(caller.id, sessionOf(caller), origin)
  }

  /** REST clients with a password cannot supply a second factor with each call. */
  async function requireNoFactor({ id, role }: Pick<UserRow, 'id' | 'role'>) {
    const { hasTotp, hasPasskey } = await rows.findFactors(store.db, id)
    if (hasTotp || hasPasskey) {
      throw new AppError(
        'UNAUTHENTICATED',
        'This account has a second factor, so its password alone is not accepted here. Use an API key instead.',
      )
    }
    return { mustEnroll: isRequiredOf(await rows.findRequirement(store.db), role) }
  }

  return {
    requireSecond,
    finish,
    startPasskeyProof,
    startPasskeySignIn,
    passkeySignIn,
    stepUp,
    startStepUp,
    requireNoFactor,
  }
}

function sessionOf({ sessionId }: Caller) {
  if (!sessionId) {
    throw new AppError('CONFLICT', 'Only a signed-in session can be confirmed.')
  }
  return sessionId
}

function entry(action: string, userId: string, { address }: RequestOrigin, details: Record<string, unknown>) {
  return { kind: 'security' as const, action, actorId: userId, subjectId: userId, address, details }
}

export type SecondSignInService = ReturnType<typeof createSecondSignInService>
