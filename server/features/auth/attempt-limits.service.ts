import { isIPv6 } from 'node:net'
import type { Store, Writer } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './auth.repository.ts'

const MINUTE_MS = 60_000

/** Attempts per window, counted across requests and batches. */
const limits = {
  // Per account and origin; then all unknown origins of the account together, and all its known origins together.
  'login:origin': { max: 5, windowMs: 15 * MINUTE_MS },
  'login:account': { max: 20, windowMs: 15 * MINUTE_MS },
  'login:known': { max: 60, windowMs: 15 * MINUTE_MS },
  'login:address': { max: 20, windowMs: 15 * MINUTE_MS },
  'register:address': { max: 20, windowMs: 60 * MINUTE_MS },
  'password:account': { max: 5, windowMs: 15 * MINUTE_MS },
  // Codes, recovery codes, passkeys and step-up passwords combined: trying ten thousand codes would take years.
  'factor:account': { max: 5, windowMs: 15 * MINUTE_MS },
  'factor:day': { max: 50, windowMs: 24 * 60 * MINUTE_MS },
  'passkey:address': { max: 60, windowMs: 15 * MINUTE_MS },
  'forgot:account': { max: 3, windowMs: 60 * MINUTE_MS },
  'forgot:address': { max: 20, windowMs: 60 * MINUTE_MS },
  'reset:address': { max: 20, windowMs: 15 * MINUTE_MS },
  // Per caller, checked at the API (policy.ts): more than manual use needs, less than an attacker with a stolen
  // session would want.
  'payment:caller': { max: 30, windowMs: 10 * MINUTE_MS },
  'money:caller': { max: 300, windowMs: 10 * MINUTE_MS },
  'secret:caller': { max: 120, windowMs: 15 * MINUTE_MS },
  // Each asks a platform about a token.
  'channel:caller': { max: 120, windowMs: 10 * MINUTE_MS },
  'account:caller': { max: 120, windowMs: 15 * MINUTE_MS },
  // A crawl sends hundreds of requests to a third party in our name.
  'crawl:caller': { max: 30, windowMs: 10 * MINUTE_MS },
  'impersonate:caller': { max: 30, windowMs: 60 * MINUTE_MS },
  // Not a limit on callers: throttles audit entries about wrong passwords.
  'told:login': { max: 1, windowMs: MINUTE_MS },
  'told:factor': { max: 1, windowMs: MINUTE_MS },
} as const

export type Limit = keyof typeof limits
export type Tries = (readonly [limit: Limit, who: string])[]
type Rejection = (details: { retryAfterSeconds: number }) => AppError
type Deps = { store: Store; now: () => Date }

/**
 * Counts attempts before they are made, in the database, so that concurrent requests and other processes count
 * too.
 */
export function createAttemptLimits({ store, now }: Deps) {
  /** Throws RATE_LIMITED with `details.retryAfterSeconds` when any of the limits is reached. */
  async function count(tries: Tries, rejection: Rejection = rejectTry) {
    const counted = await store.transaction(async (tx) => {
      const results = []
      for (const [limit, who] of tries) {
        const { max, windowMs } = limits[limit]
        const row = await rows.countAttempt(
          tx,
          keyOf(limit, who),
          now(),
          new Date(now().getTime() + windowMs),
        )
        results.push({ ...row, max })
      }
      return results
    })
    const over = counted.find(({ count, max }) => count > max)
    if (over) {
      throw rejection({ retryAfterSeconds: secondsUntil(over.resetDate) })
    }
  }

  /** Throws like `take` when a limit has been exceeded, without counting. */
  async function rejectOver(tries: Tries, rejection: Rejection) {
    for (const [limit, who] of tries) {
      const found = await rows.findAttempt(store.db, keyOf(limit, who), now())
      if (found && found.count > limits[limit].max) {
        throw rejection({ retryAfterSeconds: secondsUntil(found.resetDate) })
      }
    }
  }

  /** Stores a marker until a date, in the same table as the counters. */
  function remember(key: string, until: Date) {
    return store.transaction((tx) => rows.rememberUntil(tx, `known:${key}`, until))
  }

  async function isRemembered(key: string) {
    return (await rows.findAttempt(store.db, `known:${key}`, now())) !== undefined
  }

  /** Uncounts attempts that were legitimate. */
  function release(tries: Tries) {
    return store.transaction(async (tx) => {
      for (const [limit, who] of tries) {
        await rows.uncountAttempt(tx, keyOf(limit, who))
      }
    })
  }

  /** Counts in the caller's transaction; returns whether the limit is still met. */
  async function isWithin(tx: Writer, limit: Limit, who: string) {
    const { max, windowMs } = limits[limit]
    const resetDate = new Date(now().getTime() + windowMs)
    const { count } = await rows.countAttempt(tx, keyOf(limit, who), now(), resetDate)
    return count <= max
  }

  /** Counts one attempt under the caller's own key and limit. Throws `refusal` above the limit. */
  async function countOwn(
    key: string,
    { max, windowMs }: { max: number; windowMs: number },
    rejection: Rejection,
  ) {
    const { count, resetDate } = await store.transaction((tx) =>
      rows.countAttempt(tx, `own:${key}`, now(), new Date(now().getTime() + windowMs)),
    )
    if (count > max) {
      throw rejection({ retryAfterSeconds: secondsUntil(resetDate) })
    }
  }

  function secondsUntil(date: Date) {
    return Math.max(1, Math.ceil((date.getTime() - now().getTime()) / 1_000))
  }

  return { count, rejectOver, release, isWithin, countOwn, remember, isRemembered }
}

function rejectTry(details: { retryAfterSeconds: number }) {
  return new AppError('RATE_LIMITED', 'Too many attempts. Wait a moment and try again.', { details })
}

function keyOf(limit: Limit, who: string) {
  return `${limit}:${limit.endsWith('address') ? networkOf(who) : who.toLowerCase()}`
}

/** One household has 2⁶⁴ IPv6 addresses, so IPv6 is counted by network. */
export function networkOf(address: string) {
  if (!isIPv6(address) || address.startsWith('::ffff:')) {
    return address
  }
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>
