import { randomInt } from 'node:crypto'
import type { Reader, Writer } from '#server/db/store.ts'
import { hashToken } from '../tokens.ts'
import * as rows from './second-factor.repository.ts'

const COUNT = 10
const HALF = 5
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

type Deps = { now: () => Date; secret: Buffer }

/** Ways in for whoever lost the factor itself: ten, each once. */
export function createRecoveryCodes({ now, secret }: Deps) {
  /** Replaces those before. The codes themselves are stored nowhere. */
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

/** About 49 bits: the limit of tries makes guessing hopeless, the keyed hash makes a stolen table useless. */
function newCode() {
  const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${half()}-${half()}`
}

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>
