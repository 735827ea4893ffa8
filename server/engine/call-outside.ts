import type { Ports } from './ports.ts'
import { toServiceError } from './service-error.ts'

/**
 * Network access of one node: each call is aborted with the run, and a failed connection becomes a ServiceError
 * named after the host. Adapters that have the service's name translate it again.
 */
export function outsideOf({ fetch, fetchAws }: Pick<Ports, 'fetch' | 'fetchAws'>, signal: AbortSignal) {
  return {
    fetch: ((address, init) =>
      translated(address instanceof Request ? address.url : String(address), signal, () =>
        fetch(address, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal }),
      )) as Ports['fetch'],
    fetchAws: (order: Parameters<Ports['fetchAws']>[0]) =>
      translated(order.url, signal, () => fetchAws(order, signal)),
  }
}

async function translated<Value>(address: string, signal: AbortSignal, call: () => Promise<Value>) {
  try {
    return await call()
  } catch (error) {
    const service = URL.canParse(address) ? new URL(address).host : 'The service'
    throw toServiceError(error, { service, signal, isProvisional: true })
  }
}
