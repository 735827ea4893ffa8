import type { RequestOrigin } from '#server/caller.ts'
import { type AttemptLimits, networkOf } from './attempt-limits.service.ts'

const DAY_MS = 24 * 60 * 60_000
/** How long a network counts as known after the last sign-in from it. */
const KNOWN_MS = 90 * DAY_MS

type Deps = { now: () => Date; limits: Pick<AttemptLimits, 'remember' | 'isRemembered'> }

/** The networks from which an account has signed in: wrong passwords from elsewhere cannot lock it out. */
export function createKnownNetworks({ now, limits }: Deps) {
  /** After a complete sign-in, with the second factor where one is required. */
  function remember(userId: string, origin: Pick<RequestOrigin, 'address'>) {
    return limits.remember(keyOf(userId, origin), new Date(now().getTime() + KNOWN_MS))
  }

  function isKnown(account: string, origin: Pick<RequestOrigin, 'address'>) {
    return limits.isRemembered(keyOf(account, origin))
  }

  return { remember, isKnown }
}

export type KnownNetworks = ReturnType<typeof createKnownNetworks>

function keyOf(account: string, { address }: Pick<RequestOrigin, 'address'>) {
  return `${account}:${networkOf(address)}`
}
