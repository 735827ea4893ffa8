import type { Caller } from '#server/caller.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { isAllowedHost } from '#shared/allowed-hosts.ts'
import { ASK_FLOWS } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import { rulesOf } from './flow-rules.ts'

/**
 * product.md §7: its owner, a key bound to it, and anybody when it is public. For everybody else it does not exist. Pages of
 * other sites may ask from its allowed domains alone, whatever key they hold. Throws NOT_FOUND, or FORBIDDEN for a refused
 * domain.
 */
export function mayAsk(flow: FlowRow, caller: Caller | null, page: string | undefined) {
  const isOwner = caller?.id === flow.userId && isAllowedKey(flow, caller)
  // A flow bound to a key answers to that key alone, also when it is public.
  if (!isOwner && (!flow.isPublic || (flow.apikeyid && caller?.apiKeyId !== flow.apikeyid))) {
    throw new AppError('NOT_FOUND', 'This flow does not exist.')
  }
  refuseForeignPage(flow, page)
}

/** Callers without any credentials learn that the flow needs a key. Throws UNAUTHENTICATED. */
export function requireKey({ apikeyid }: FlowRow, caller: Caller | null) {
  if (apikeyid && !caller) {
    throw new AppError('UNAUTHENTICATED', 'This flow needs an API key.')
  }
}

/**
 * The owner's sessions always; of the owner's keys the one the flow is bound to, or for an unbound flow any that may ask or
 * read flows. Routes that spend money require `flows:ask` themselves (policy.ts).
 */
function isAllowedKey({ apikeyid }: FlowRow, { apiKeyId, permissions }: Caller) {
  if (!apiKeyId) {
    return true
  }
  const mayKnow = permissions?.some((name) => name === ASK_FLOWS || name.endsWith('flows:view'))
  return apikeyid ? apikeyid === apiKeyId : Boolean(mayKnow)
}

/** `page`: the site a browser asks from, where it is not ours. Throws FORBIDDEN in the owner's words. */
export function refuseForeignPage(flow: FlowRow, page: string | undefined) {
  const { hosts, hostsError } = rulesOf(flow)
  if (page && !isAllowedHost(hosts, page)) {
    throw new AppError('FORBIDDEN', hostsError ?? 'This site is not allowed to ask this flow.')
  }
}
