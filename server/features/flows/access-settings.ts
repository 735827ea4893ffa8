import { allowedSiteOf } from '#shared/allowed-hosts.ts'
import { type ApiConfig, readApiConfig } from '#shared/flow-config.ts'
import { parseJson } from '#shared/json.ts'
import type { FlowRow } from './flows.table.ts'

/** The settings of a flow that decide who may call it and how often. */
export type AccessSettings = {
  rateLimit: ApiConfig['rateLimit']
  /** Sites whose pages are allowed, by host; all of them if empty. */
  hosts: readonly string[]
  /** The message for pages of other sites. */
  hostsError: string | undefined
}

const cache = new WeakMap<FlowRow, AccessSettings>()

/** Rows are cached until they are written, so most requests find the settings already parsed. */
export function readAccessSettings(flow: FlowRow): AccessSettings {
  const cached = cache.get(flow)
  if (cached) {
    return cached
  }
  const settings = {
    rateLimit: readApiConfig(flow.apiConfig)?.rateLimit,
    ...readHosts(flow.chatbotConfig),
  }
  cache.set(flow, settings)
  return settings
}

/** Lenient: a list with an entry that is no text must not open the flow to every page. */
function readHosts(stored: string | null): Pick<AccessSettings, 'hosts' | 'hostsError'> {
  const { allowedOrigins, allowedOriginsError: message } = ((stored && parseJson(stored)) ?? {}) as Record<
    string,
    unknown
  >
  return {
    hosts: Array.isArray(allowedOrigins) ? allowedOrigins.filter(Boolean).map(allowedSiteOf) : [],
    hostsError: typeof message === 'string' && message !== '' ? message : undefined,
  }
}
