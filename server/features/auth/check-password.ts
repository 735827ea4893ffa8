import { createHash } from 'node:crypto'
import type { RequestOrigin } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { UserRow } from '#server/features/users/users.table.ts'
import { AppError } from '#shared/errors.ts'
import { type AttemptLimits, networkOf, type Tries } from './attempt-limits.service.ts'
import type { KnownNetworks } from './known-networks.ts'
import { nobodysPassword, verifyPassword } from './password.ts'
import { readDevice } from './tokens.ts'

type Deps = {
  store: Store
  secret: Buffer
  users: Pick<UsersService, 'findByLogin'>
  limits: AttemptLimits
  networks: KnownNetworks
  /**
   * True when the password alone is enough to sign in. Otherwise the network becomes known only after the second
   * factor.
   */
  isEnough(userId: string): Promise<boolean>
  onFailure(userId: string | null, origin: RequestOrigin): Promise<void>
}

/**
 * Checks a name and a password. Failed attempts are counted per account and origin; those from origins that have
 * never signed in to the account share another counter, so that attackers cannot lock out the owner.
 */
export function createPasswordCheck({ store, secret, users, limits, networks, isEnough, onFailure }: Deps) {
  /** Running checks. The same password sent several times concurrently counts once unless it is wrong. */
  const running = new Map<string, Promise<boolean>>()

  /** An unknown name and a wrong password get the same response after the same work, against user enumeration. */
  async function checkPassword(login: string, password: string, origin: RequestOrigin): Promise<UserRow> {
    const user = await users.findByLogin(store.db, login)
    const account = user?.id ?? login.toLowerCase()
    const { tries, isNewNetwork } = await triesOf(account, origin)
    const hash = user?.passwordHash ?? (await nobodysPassword)
    const matches = await verify({ tries, hash, password })
    if (!(user && matches)) {
      await onFailure(user?.id ?? null, origin)
      throw new AppError('UNAUTHENTICATED', 'Incorrect username or password.')
    }
    if (isNewNetwork && (await isEnough(user.id))) {
      await networks.remember(account, origin)
    }
    return user
  }

  async function triesOf(account: string, { address, device }: RequestOrigin) {
    const knownDevice = readDevice(secret, account, device)
    const isKnownNetwork = await networks.isKnown(account, { address })
    const place = knownDevice === undefined ? networkOf(address) : `device:${knownDevice}`
    const isKnown = knownDevice !== undefined || isKnownNetwork
    const tries: Tries = [
      ['login:origin', `${account}:${place}`],
      [isKnown ? 'login:known' : 'login:account', account],
      // A known device is exempt from the limit of its address, so that others on its network do not block it.
      ...(knownDevice === undefined ? ([['login:address', address]] as const) : []),
    ]
    return { tries, isNewNetwork: !isKnownNetwork }
  }

  async function verify({ tries, hash, password }: { tries: Tries; hash: string; password: string }) {
    const key = createHash('sha256')
      .update(JSON.stringify([tries, hash, password]))
      .digest('base64url')
    const earlier = running.get(key)
    if (!earlier) {
      const first = countAndVerify(tries, hash, password).finally(() => running.delete(key))
      running.set(key, first)
      return first
    }
    // Goes through the limits like the first check; otherwise joining a running check would reveal the right
    // password to a locked-out attacker.
    const matches = await earlier
    await (matches ? limits.rejectOver(tries, reject) : limits.count(tries, reject))
    return matches
  }

  async function countAndVerify(tries: Tries, hash: string, password: string) {
    await limits.count(tries, reject)
    const matches = await verifyPassword(password, hash)
    await (matches && limits.release(tries))
    return matches
  }

  return checkPassword
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

function reject(details: { retryAfterSeconds: number }) {
  const minutes = Math.ceil(details.retryAfterSeconds / 60)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new AppError(
    'RATE_LIMITED',
    `Too many attempts from this network. Try again in ${wait}, sign in from a device you have used before, or reset your password.`,
    { details },
  )
}
