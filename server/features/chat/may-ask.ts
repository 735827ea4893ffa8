import type { Caller } from '#server/features/auth/auth.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { AppError } from '#shared/errors.ts'

type Flow = Pick<FlowRow, 'userId' | 'isPublic' | 'apikeyid' | 'chatbotConfig'>

/**
 * product.md §7: its owner, a key bound to it, and anybody when it is public, then from its allowed domains alone. For
 * everybody else it does not exist. Throws NOT_FOUND, or FORBIDDEN for a refused domain.
 */
export function mayAsk(flow: Flow, caller: Caller | null, origin: string | undefined) {
  if (caller?.id === flow.userId && isAllowedKey(flow, caller)) {
    return
  }
  // A flow bound to a key answers to that key alone, also when it is public.
  if (!flow.isPublic || (flow.apikeyid && caller?.apiKeyId !== flow.apikeyid)) {
    throw new AppError('NOT_FOUND', 'This flow does not exist.')
  }
  refuseForeignPage(flow.chatbotConfig, origin)
}

/** Sessions of the owner always; his keys when the flow is bound to that key, or to none and the key may read flows. */
function isAllowedKey({ apikeyid }: Flow, { apiKeyId, permissions }: Caller) {
  if (!apiKeyId) {
    return true
  }
  return apikeyid ? apikeyid === apiKeyId : Boolean(permissions?.some((name) => name.endsWith('flows:view')))
}

function refuseForeignPage(chatbotConfig: string | null, origin: string | undefined) {
  const { allowedOrigins, allowedOriginsError } = readSettings(chatbotConfig)
  const hosts = Array.isArray(allowedOrigins) ? allowedOrigins.filter(Boolean).map(hostOf) : []
  if (hosts.length > 0 && origin && !hosts.includes(hostOf(origin))) {
    const sentence =
      typeof allowedOriginsError === 'string' && allowedOriginsError ? allowedOriginsError : undefined
    throw new AppError('FORBIDDEN', sentence ?? 'This site is not allowed to ask this flow.')
  }
}

function readSettings(text: string | null): Record<string, unknown> {
  try {
    return JSON.parse(text ?? '{}') ?? {}
  } catch {
    return {}
  }
}

function hostOf(origin: unknown) {
  const text = String(origin)
  return (URL.canParse(text) ? new URL(text).host : text).toLowerCase()
}
