import { AppError } from '#shared/errors.ts'
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts'

/**
 * For the sandbox's card provider, which has to call back over real HTTP: a fetch that reaches the one address given and
 * nothing else, be it on this server or beside it. `address` is undefined until the server listens.
 */
export function createOwnCallbackFetch(address: () => string | undefined): GuardedFetch {
  const fetches = new Map<string, GuardedFetch>()

  return async (input, init) => {
    const target = input instanceof Request ? input.url : String(input)
    if (target !== address()) {
      throw new AppError('FORBIDDEN', 'The sandbox may call nothing but the address it was given.')
    }
    const { hostname, port, protocol, host } = new URL(target)
    const pair = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
    const fetch = fetches.get(host) ?? createGuardedFetch({ allow: [pair], own: () => undefined })
    fetches.set(host, fetch)
    return fetch(target, init)
  }
}
