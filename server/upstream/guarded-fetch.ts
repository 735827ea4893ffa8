import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '#shared/errors.ts'
import { isPublicAddress } from './public-address.ts'
import { toResponse } from './web-response.ts'

export type GuardedFetch = typeof globalThis.fetch

type Options = {
  /** `host:port` pairs of internal services that may be called nevertheless, e.g. a local Ollama. */
  allow: readonly string[]
  /** Our own origin, once known. Only paths under /sandbox/ may be called there. */
  own: () => string | undefined
  lookup?: LookupFunction
  /** Larger responses are aborted. */
  maxBytes?: number
}

const connectTimeoutMs = 10_000
/**
 * Timeout between two bytes of a response: reasoning models can be silent for minutes. The run has a timeout of
 * its own.
 */
const silenceTimeoutMs = 600_000
const connectionsPerHost = 256
const maxHops = 3

/** Ports below 1024 and a few above belong to other protocols, which a request could be smuggled into. */
const foreignPorts = new Set(
  [2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080].map(
    String,
  ),
)
/** Headers that control the connection, or reach another host behind the same address. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
])

/**
 * All requests to user-supplied addresses go through this fetch (SSRF protection). A literal IP is checked before
 * the request. A hostname is checked at connection time by all its addresses, and the connection uses the checked
 * address. Environment proxies are ignored. Reads follow up to three redirects, each checked alike, and drop
 * headers that may hold keys when the origin changes; writes follow none.
 */
export function createGuardedFetch(options: Options): GuardedFetch {
  const { own, maxBytes = 10_000_000 } = options
  const allowed = new Set(options.allow.map((pair) => pair.toLowerCase()))
  let client: ReturnType<typeof createClient> | undefined

  function requireAllowed(url: URL) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      reject(url, 'only http and https are spoken here')
    }
    if (url.username !== '' || url.password !== '') {
      reject(url, 'leave the user name out of the address')
    }
    if (url.origin === own()) {
      return isSandbox(url) || reject(url, 'that is this server itself')
    }
    return allowed.has(pairOf(url.hostname, url.port, url.protocol)) || requirePublicPort(url)
  }

  async function send(url: URL, { method = 'GET', headers, body, signal }: RequestInit) {
    client ??= createClient(options, (pair) => allowed.has(pair) || pair === ownPair(own()))
    const { request, dispatcher } = await client
    return request(url, {
      dispatcher,
      method: method as 'GET',
      headers: readHeaders(headers),
      body: readBody(body),
      signal: signal ?? null,
    }).catch((error: unknown) => rejectConnection(error, url))
  }

  async function follow(url: URL, init: RequestInit, hops: number): Promise<Response> {
    requireAllowed(url)
    const answer = await send(url, init)
    if (!movedTo(answer.statusCode)) {
      return toResponse(answer, maxBytes)
    }
    answer.body.on('error', () => undefined).destroy()
    const next = hops < maxHops ? nextAddress(url, answer.headers.location, init) : undefined
    if (!next) {
      throw new AppError(
        'UPSTREAM_FAILED',
        `${url.host} redirects to another address; redirects are not followed.`,
      )
    }
    return follow(next, next.origin === url.origin ? init : harmless(init), hops + 1)
  }

  return (input, init = {}) => {
    const address = input instanceof Request ? input.url : input
    return Promise.resolve().then(() => follow(new URL(address), init, 0))
  }
}

function movedTo(status: number) {
  return status >= 300 && status < 400 && status !== 304
}

/** The redirect target; undefined unless the request is a read, because a body must not reach another address. */
function nextAddress(
  from: URL,
  location: unknown,
  { method = 'GET', body, redirect }: RequestInit,
): URL | undefined {
  const isReading = (method === 'GET' || method === 'HEAD') && !body && redirect !== 'error'
  return isReading && typeof location === 'string' && URL.canParse(location, from.href)
    ? new URL(location, from.href)
    : undefined
}

const harmlessHeaders = new Set(['accept', 'accept-language', 'user-agent'])

/** API keys travel in headers of many names, so another origin receives only headers of an allowlist. */
function harmless(init: RequestInit): RequestInit {
  const stored = Object.entries(readHeaders(init.headers)).filter(([name]) =>
    harmlessHeaders.has(name.toLowerCase()),
  )
  return { ...init, headers: Object.fromEntries(stored) }
}

/** Loaded with the first request: a start needs none. */
async function createClient(
  { lookup = systemLookup as LookupFunction }: Options,
  isTrusted: (pair: string) => boolean,
) {
  const { Agent, buildConnector, request } = await import('undici')
  const common = { allowH2: false, timeout: connectTimeoutMs }
  const connectTrusted = buildConnector(common)
  const connectStranger = buildConnector({ ...common, lookup: judged(lookup), port: 0 })
  const dispatcher = new Agent({
    connections: connectionsPerHost,
    headersTimeout: silenceTimeoutMs,
    bodyTimeout: silenceTimeoutMs,
    connect(options, callback) {
      const { hostname, port, protocol } = options
      if (isTrusted(pairOf(hostname, port, protocol))) {
        return connectTrusted(options, callback)
      }
      // Literal IPs skip the lookup, so they are checked here.
      if (isIP(bare(hostname)) > 0 && !isPublicAddress(bare(hostname))) {
        return callback(rejection(hostname), null)
      }
      return connectStranger(options, callback)
    },
  })
  return { request, dispatcher }
}

/** The lookup fails unless every resolved address may be called. */
function judged(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = typeof found === 'string' ? [] : found
      const [first] = addresses ?? []
      if (error || !first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(error ?? rejection(hostname), '')
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
}

function requirePublicPort(url: URL) {
  const port = url.port
  if (port !== '' && (foreignPorts.has(port) || (Number(port) < 1024 && port !== '80' && port !== '443'))) {
    reject(url, 'its port is not one of a web server')
  }
  const host = bare(url.hostname)
  return isIP(host) === 0 || isPublicAddress(host) || reject(url)
}

function isSandbox({ pathname }: URL) {
  return pathname.startsWith('/sandbox/') && !/%2f|%5c|%2e/i.test(pathname)
}

function readHeaders(headers: RequestInit['headers']) {
  const stored: Record<string, string> = {}
  const entries =
    headers instanceof Headers ? headers : Array.isArray(headers) ? headers : Object.entries(headers ?? {})
  for (const [name, value] of entries) {
    if (name !== undefined && value !== undefined && !ownHeaders.has(name.toLowerCase())) {
      stored[name] = value
    }
  }
  return stored
}

function readBody(body: RequestInit['body']) {
  if (body === undefined || body === null || typeof body === 'string' || body instanceof Uint8Array) {
    return body ?? null
  }
  throw new TypeError('A guarded request takes a text or bytes as its body.')
}

function ownPair(origin: string | undefined) {
  if (origin === undefined) {
    return undefined
  }
  const { hostname, port, protocol } = new URL(origin)
  return pairOf(hostname, port, protocol)
}

function pairOf(hostname: string, port: string, protocol: string) {
  return `${bare(hostname).toLowerCase()}:${port || (protocol === 'https:' ? '443' : '80')}`
}

function bare(hostname: string) {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

const inner = 'it is a private address. An admin can allow it with OUTGOING_ALLOW'

function rejection(host: string, why = inner) {
  return new AppError('FORBIDDEN', `This server may not call ${host}: ${why}.`)
}

function rejectConnection(error: unknown, url: URL): never {
  throw error instanceof AppError ? rejection(url.host) : error
}

function reject(url: URL, why?: string): never {
  throw rejection(url.host || url.protocol, why)
}
