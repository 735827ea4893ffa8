import type { Caller } from '#server/features/auth/auth.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { AppError } from '#shared/errors.ts'
import { type FlowRules, hostOf, rulesOf } from './flow-rules.ts'

/**
 * product.md §7: its owner, a key bound to it, and anybody when it is public, then from its allowed domains alone. For
 * everybody else it does not exist. Throws NOT_FOUND, or FORBIDDEN for a refused domain.
 */
export function mayAsk(flow: FlowRow, caller: Caller | null, origin: string | undefined) {
  if (caller?.id === flow.userId && isAllowedKey(flow, caller)) {
    return
  }
  // A flow bound to a key answers to that key alone, also when it is public.
  if (!flow.isPublic || (flow.apikeyid && caller?.apiKeyId !== flow.apikeyid)) {
    throw new AppError('NOT_FOUND', 'This flow does not exist.')
  }
  refuseForeignPage(rulesOf(flow), origin)
}

/** Sessions of the owner always; his keys when the flow is bound to that key, or to none and the key may read flows. */
function isAllowedKey({ apikeyid }: FlowRow, { apiKeyId, permissions }: Caller) {
  if (!apiKeyId) {
    return true
  }
  return apikeyid ? apikeyid === apiKeyId : Boolean(permissions?.some((name) => name.endsWith('flows:view')))
}

function refuseForeignPage({ hosts, hostsError }: FlowRules, origin: string | undefined) {
  if (hosts.length > 0 && origin && !hosts.includes(hostOf(origin))) {
    throw new AppError('FORBIDDEN', hostsError ?? 'This site is not allowed to ask this flow.')
  }
}
