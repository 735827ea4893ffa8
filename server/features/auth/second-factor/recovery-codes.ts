import { randomInt } from 'node:crypto'
import type { Reader, Writer } from '#server/db/store.ts'
import { hashToken } from '../tokens.ts'
import * as rows from './second-factor.repository.ts'

const COUNT = 10
const HALF = 5
/** Excludes characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

type Deps = { now: () => Date; secret: Buffer }

/** Ten single-use codes for users who have lost their second factor. */
export function createRecoveryCodes({ now, secret }: Deps) {
  /** Replaces all earlier codes. The codes themselves are never stored. */
  async function replace(tx: Writer, userId: string) {
    const codes = Array.from({ length: COUNT }, newCode)
    await rows.deleteRecoveryCodes(tx, userId)
    await rows.insertRecoveryCodes(
      tx,
      codes.map((code) => idOf(userId, code)),
      userId,
      now(),
    )
    return codes
  }

  /** False for a code that is wrong or used. */
  async function use(tx: Writer, userId: string, code: string) {
    return (await rows.redeemRecoveryCode(tx, idOf(userId, code), now())) !== undefined
  }

  function status(db: Reader, userId: string) {
    return rows.countRecoveryCodes(db, userId)
  }

  function idOf(userId: string, code: string) {
    const characters = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    return hashToken(secret, `recovery:${userId}:${characters}`)
  }

  return { replace, use, status }
}

/** About 49 bits: rate limits prevent guessing, and the keyed hash protects a stolen table. */
function newCode() {
  const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${half()}-${half()}`
}

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>
