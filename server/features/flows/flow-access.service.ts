import type { Caller } from '#server/caller.ts'
import type { AttemptLimits } from '#server/features/auth/attempt-limits.service.ts'
import { allowedSiteOf, isAllowedHost } from '#shared/allowed-hosts.ts'
import { ASK_FLOWS } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import { type ApiConfig, readApiConfig } from '#shared/flow-config.ts'
import { parseJson } from '#shared/json.ts'
import type { FlowReads } from './flow-reads.ts'
import type { FlowRow } from './flows.table.ts'

/** The sender of a request to a flow, with or without an account. */
export type Visitor = {
  caller: Caller | null
  /** The site whose page sends the request; undefined for programs and for pages of this server. */
  page: string | undefined
  address: string
}

type Deps = {
  flows: Pick<FlowReads, 'find'>
  limits: Pick<AttemptLimits, 'countOwn'>
}

/** Per address, over all flows: more than people send, less than fills a disk. */
const uploadLimit = { max: 120, windowMs: 10 * 60_000 }

/**
 * Who may call a flow: its owner, the API key bound to it, and everyone if it is public. To all others the flow does not exist.
 * Pages of other sites are allowed by the flow's list of domains alone, whatever key they hold.
 */
export function createFlowAccess({ flows, limits }: Deps) {
  /** Throws NOT_FOUND for callers without access, FORBIDDEN for pages of a site that is not allowed. */
  async function authorize(id: string, caller: Caller | null, page: string | undefined): Promise<FlowRow> {
    const flow = await flows.find(id)
    requireAccess(flow, caller, page)
    return flow
  }

  /** As `authorize`, and counts the request: throws RATE_LIMITED, and UNAUTHENTICATED where a key is missing. */
  async function authorizeRequest(
    id: string,
    { caller, page, address }: Visitor,
    { files }: { files: number },
  ): Promise<{ flow: FlowRow; isVisitor: boolean }> {
    const flow = await flows.find(id)
    await countRequest(flow, address)
    requireKey(flow, caller)
    requireAccess(flow, caller, page)
    const isVisitor = caller?.id !== flow.userId
    if (isVisitor && files > 0) {
      await countUpload(address)
    }
    return { flow, isVisitor }
  }

  /** For routes that check nothing else of the sender. A private flow reveals nothing to strangers, not even its domains. */
  async function rejectPage(id: string, page: string) {
    const flow = await flows.find(id).catch(() => undefined)
    if (flow?.isPublic) {
      requireAllowedPage(flow, page)
    }
  }

  /** The limit per address which the owner has set. Throws RATE_LIMITED with the owner's message. */
  async function countRequest(flow: FlowRow, address: string) {
    const { rateLimit } = readAccessSettings(flow)
    if (!rateLimit?.status) {
      return
    }
    const { limitMax: max, limitDuration, limitMsg } = rateLimit
    const message = limitMsg || 'Too many questions. Please wait a little and ask again.'
    await limits.countOwn(
      `flow:${flow.id}:${address}`,
      { max, windowMs: limitDuration * 1_000 },
      (details) => new AppError('RATE_LIMITED', message, { details: { ...details, limitedBy: 'flow' } }),
    )
  }

  /** Applies to visitors whatever the owner of the flow allows. */
  async function countUpload(address: string) {
    await limits.countOwn(
      `uploads:${address}`,
      uploadLimit,
      (details) =>
        new AppError('RATE_LIMITED', 'Too many files. Please wait a little and send them again.', {
          details,
        }),
    )
  }

  /** Sites that may frame the page of a flow, as sources of a content security policy. */
  async function sitesOf(id: string): Promise<string[]> {
    const { hosts } = readAccessSettings(await flows.find(id))
    return hosts.length === 0 ? ['*'] : ["'self'", ...hosts.filter((host) => sourcePattern.test(host))]
  }

  return { authorize, authorizeRequest, rejectPage, requireAllowedPage, countRequest, sitesOf }
}

/** A host with or without its scheme and port. */
const sourcePattern = /^(https:\/\/)?(\*\.)?[\w.-]+(:\d+)?$/

export type FlowAccess = ReturnType<typeof createFlowAccess>

function requireAccess(flow: FlowRow, caller: Caller | null, page: string | undefined) {
  const isOwner = caller?.id === flow.userId && isAllowedKey(flow, caller)
  // A flow bound to a key answers to that key alone, even if it is public.
  if (!isOwner && (!flow.isPublic || (flow.apikeyid && caller?.apiKeyId !== flow.apikeyid))) {
    throw new AppError('NOT_FOUND', 'This flow does not exist.')
  }
  requireAllowedPage(flow, page)
}

/** Callers without any credentials learn that the flow needs a key. */
function requireKey({ apikeyid }: FlowRow, caller: Caller | null) {
  if (apikeyid && !caller) {
    throw new AppError('UNAUTHENTICATED', 'This flow needs an API key.')
  }
}

/**
 * The owner's sessions always; of the owner's keys the one the flow is bound to, or for an unbound flow any that may run or
 * read flows. Routes that spend money require `flows:ask` themselves (policy.ts).
 */
function isAllowedKey({ apikeyid }: FlowRow, { apiKeyId, permissions }: Caller) {
  if (!apiKeyId) {
    return true
  }
  const canRead = permissions?.some((name) => name === ASK_FLOWS || name.endsWith('flows:view'))
  return apikeyid ? apikeyid === apiKeyId : Boolean(canRead)
}

/** Throws FORBIDDEN with the owner's message. */
function requireAllowedPage(flow: FlowRow, page: string | undefined) {
  const { hosts, hostsError } = readAccessSettings(flow)
  if (page && !isAllowedHost(hosts, page)) {
    throw new AppError('FORBIDDEN', hostsError ?? 'This site is not allowed to ask this flow.')
  }
}

/** The settings of a flow that decide who may call it and how often. */
type AccessSettings = {
  rateLimit: ApiConfig['rateLimit']
  /** Sites whose pages are allowed, by host; all of them if empty. */
  hosts: readonly string[]
  /** The message for pages of other sites. */
  hostsError: string | undefined
}

const cache = new WeakMap<FlowRow, AccessSettings>()

/** Rows are cached until they are written, so most requests find the settings already parsed. */
function readAccessSettings(flow: FlowRow): AccessSettings {
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
  const config = ((stored && parseJson(stored)) ?? {}) as Record<string, unknown>
  const { allowedOrigins, allowedOriginsError: message } = config
  return {
    hosts: Array.isArray(allowedOrigins) ? allowedOrigins.filter(Boolean).map(allowedSiteOf) : [],
    hostsError: typeof message === 'string' && message !== '' ? message : undefined,
  }
}
