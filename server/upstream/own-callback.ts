import { AppError } from '#shared/errors.ts'
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts'

/**
 * A fetch for the sandbox's card provider, whose callbacks use real HTTP. It reaches only the given address, on
 * this server or another. `address` is undefined until the server listens.
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
