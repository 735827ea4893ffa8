import type { RequestOrigin } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import { AppError } from '#shared/errors.ts'
import type { Proof, ProofMethod } from '#shared/second-factor.ts'
import type { AttemptLimits, Tries } from '../attempt-limits.service.ts'
import { verifyPassword } from '../password.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import * as rows from './second-factor.repository.ts'
import type { TotpService } from './totp.service.ts'

type Deps = {
  store: Store
  users: Pick<UsersService, 'get'>
  limits: AttemptLimits
  audit: Pick<AuditService, 'append'>
  totp: TotpService
  passkeys: PasskeysService
  codes: RecoveryCodes
}
/** `sessionId` is the calling session for a step-up, and null while signing in. */
type Prover = { userId: string; sessionId: string | null; origin: RequestOrigin }
type Checked = { method: ProofMethod; use: (tx: Writer) => Promise<unknown> }

/** Verifies second-factor and password proofs. Every attempt counts against the account, whatever the method. */
export function createProofsService({ store, users, limits, audit, totp, passkeys, codes }: Deps) {
  /** Empty for an account without a second factor. */
  async function factorsOf(userId: string): Promise<ProofMethod[]> {
    const { hasTotp, hasPasskey } = await rows.findFactors(store.db, userId)
    const factors: ProofMethod[] = [
      ...(hasTotp ? (['code'] as const) : []),
      ...(hasPasskey ? (['passkey'] as const) : []),
    ]
    return factors.length > 0 ? [...factors, 'recovery'] : []
  }

  /**
   * Runs `then` in the transaction that consumes the proof. Throws INVALID_INPUT with the field's name for an
   * invalid proof.
   */
  async function prove<Result>(
    prover: Prover,
    proof: Proof,
    then: (tx: Writer, method: ProofMethod) => Promise<Result>,
  ) {
    const tries: Tries = [
      ['factor:account', prover.userId],
      ['factor:day', prover.userId],
    ]
    await limits.count(tries)
    try {
      const { method, use } = await check(prover, proof)
      const result = await store.transaction(async (tx) => {
        await use(tx)
        return then(tx, method)
      })
      await limits.release(tries)
      return result
    } catch (error) {
      await recordFailure(prover)
      throw error
    }
  }

  async function check(prover: Prover, proof: Proof): Promise<Checked> {
    const factors = await factorsOf(prover.userId)
    if (proof.password !== undefined) {
      return checkPassword(prover, proof.password, factors)
    }
    if (factors.length === 0) {
      throw new AppError('CONFLICT', 'This account has no second factor. Confirm with your password.')
    }
    return checkFactor(prover, proof)
  }

  async function checkPassword(
    { userId }: Prover,
    password: string,
    factors: ProofMethod[],
  ): Promise<Checked> {
    if (factors.length > 0) {
      throw wrong('password', 'This account has a second factor. Confirm with that instead of the password.')
    }
    const { passwordHash } = await users.get(store.db, userId)
    if (!(await verifyPassword(password, passwordHash))) {
      throw wrong('password', 'This is not your current password.')
    }
    return { method: 'password', use: async () => undefined }
  }

  async function checkFactor({ userId, sessionId, origin }: Prover, proof: Proof): Promise<Checked> {
    const { code, recoveryCode, passkey } = proof
    if (passkey) {
      return { method: 'passkey', use: await passkeys.prove(userId, sessionId, passkey, origin) }
    }
    if (recoveryCode !== undefined) {
      return { method: 'recovery', use: (tx) => useRecoveryCode(tx, userId, recoveryCode) }
    }
    return { method: 'code', use: (tx) => totp.useCode(tx, userId, code ?? '') }
  }

  async function useRecoveryCode(tx: Writer, userId: string, code: string) {
    if (!(await codes.use(tx, userId, code))) {
      throw wrong('recoveryCode', 'This recovery code is wrong or has been used.')
    }
  }

  // One entry per account and minute, because rate limits already bound the attempts.
  function recordFailure({ userId, origin }: Prover) {
    return store.transaction(async (tx) => {
      if (await limits.isWithin(tx, 'told:factor', userId)) {
        const who = { actorId: null, subjectId: userId, address: origin.address }
        await audit.append(tx, { kind: 'security', action: 'auth.secondFactorFailed', ...who })
      }
    })
  }

  return { factorsOf, prove }
}

function wrong(field: string, sentence: string) {
  return new AppError('INVALID_INPUT', sentence, { details: { [field]: [sentence] } })
}

export type ProofsService = ReturnType<typeof createProofsService>
