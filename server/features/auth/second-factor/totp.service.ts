import type { Store, Writer } from '#server/db/store.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './second-factor.repository.ts'
import { findTotpStep, newTotpSecret, totpUri } from './totp.ts'

/** Encrypts with the credential key; `about` binds the ciphertext to its row. */
export type Sealer = {
  seal(value: unknown, about: string): string
  unseal(text: string, about: string): unknown
}
type Deps = { store: Store; now: () => Date; users: Pick<UsersService, 'get'>; sealer: Sealer }

export function createTotpService({ store, now, users, sealer }: Deps) {
  /** Replaces an unconfirmed setup. Throws CONFLICT if an app is already set up. */
  async function start(userId: string) {
    const { email } = await users.get(store.db, userId)
    const secret = newTotpSecret()
    await store.transaction(async (tx) => {
      rejectConfirmed((await rows.findTotp(tx, userId))?.confirmedDate)
      await rows.saveTotp(tx, { userId, secret: sealer.seal(secret, about(userId)), createdDate: now() })
    })
    return { secret, uri: totpUri(secret, email) }
  }

  /** Runs in the caller's transaction. The confirming code counts as used. */
  async function confirm(tx: Writer, userId: string, code: string) {
    const row = (await rows.findTotp(tx, userId)) ?? rejectNone()
    rejectConfirmed(row.confirmedDate)
    await consumeCode(tx, userId, row.secret, code)
    const confirmed = await rows.confirmTotp(tx, userId, row.secret, now())
    return confirmed ?? rejectNone()
  }

  /** Throws INVALID_INPUT for a wrong or already used code. */
  async function useCode(tx: Writer, userId: string, code: string) {
    const row = await rows.findTotp(tx, userId)
    if (!row?.confirmedDate) {
      rejectNone()
    }
    await consumeCode(tx, userId, row.secret, code)
  }

  async function consumeCode(tx: Writer, userId: string, sealed: string, code: string) {
    const secret = String(sealer.unseal(sealed, about(userId)))
    const step = findTotpStep(secret, code, now())
    const taken = step === undefined ? undefined : await rows.consumeTotpStep(tx, userId, step)
    if (!taken) {
      const sentence = 'This code is wrong, expired or already used. Enter the one your app shows now.'
      throw new AppError('INVALID_INPUT', sentence, { details: { code: [sentence] } })
    }
  }

  return { start, confirm, useCode }
}

function about(userId: string) {
  return `totp:${userId}`
}

function rejectConfirmed(confirmedDate: Date | null | undefined) {
  if (confirmedDate) {
    throw new AppError('CONFLICT', 'An authenticator app is set up already. Remove it first.')
  }
}

function rejectNone(): never {
  throw new AppError('CONFLICT', 'No authenticator app is set up. Start again.')
}

export type TotpService = ReturnType<typeof createTotpService>
