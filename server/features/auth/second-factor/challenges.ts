import type { Store, Writer } from '#server/db/store.ts'
import type { ChallengeRow } from '#server/features/auth/second-factor.table.ts'
import { AppError } from '#shared/errors.ts'
import { hashToken, newToken } from '../tokens.ts'
import * as rows from './second-factor.repository.ts'

const CHALLENGE_PREFIX = 'ftc_'
const CHALLENGE_MS = 5 * 60_000

type Deps = { store: Store; now: () => Date; secret: Buffer }
type Kind = ChallengeRow['kind']
type NewChallenge = { kind: Kind } & Partial<Pick<ChallengeRow, 'userId' | 'sessionId' | 'challenge'>>

/** Tokens for multi-step actions that must finish within five minutes. Stored as keyed hashes. */
export function createChallenges({ store, now, secret }: Deps) {
  async function issue({ kind, userId = null, sessionId = null, challenge = null }: NewChallenge) {
    const challengeToken = newToken(CHALLENGE_PREFIX)
    const id = hashToken(secret, challengeToken)
    const expiresDate = new Date(now().getTime() + CHALLENGE_MS)
    const row = { id, kind, userId, sessionId, challenge, expiresDate }
    await store.transaction((tx) => rows.insertChallenge(tx, row))
    return { challengeToken, expiresDate }
  }

  /** Throws NOT_FOUND for an unknown, used or expired token. */
  async function find(challengeToken: string, kind: Kind) {
    return (await rows.findChallenge(store.db, hashToken(secret, challengeToken), kind, now())) ?? reject()
  }

  /** Like `find`, but single-use: the challenge is deleted. */
  async function consume(tx: Writer, challengeToken: string, kind: Kind) {
    const challenge = (await rows.deleteChallenge(tx, hashToken(secret, challengeToken), kind)) ?? reject()
    return challenge.expiresDate > now() ? challenge : reject()
  }

  return { issue, find, consume }
}

function reject(): never {
  throw new AppError('NOT_FOUND', 'This took too long. Start again.')
}

export type Challenges = ReturnType<typeof createChallenges>
