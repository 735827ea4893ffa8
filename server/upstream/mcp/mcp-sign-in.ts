import { randomBytes } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { McpAccount, McpGrant } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

/** Part of the grant; the names are those of the SDK's provider. */
type Stored = {
  client?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>> | null
  tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>> | null
  discovery?: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>> | null
  verifier?: string | null
  state?: string | null
}

/** Sent to the sign-in page of the MCP server. */
class SignInNeeded extends AppError {
  constructor(host: string, cause?: unknown) {
    super('UPSTREAM_FAILED', `${host} asks for a sign-in. Open Tools, MCP servers, and authorize it.`, {
      details: { needsSignIn: true },
      cause,
    })
  }
}

export const isSignInNeeded = (error: unknown) => error instanceof SignInNeeded

type Options = {
  account: McpAccount
  host: string
  /** Set while a person is there to sign in: is given the address of the page. */
  onSignIn?: ((address: string) => void) | undefined
}

/**
 * Signs requests to an MCP server as OAuth 2.1 with PKCE (the authorization part of the MCP specification of
 * 2025-11-25): discovery, registration, renewal are the SDK's. Without a person a needed sign-in is an error.
 */
export function createSignIn({ account, host, onSignIn }: Options): OAuthClientProvider {
  const read = async () => (await account.read()) as Stored
  const write = (changes: Stored) => account.write(changes as McpGrant)
  let used: string | undefined

  return {
    redirectUrl: account.redirectUrl,
    clientMetadata: {
      client_name: 'Flowtill',
      redirect_uris: [account.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: account.client?.secret ? 'client_secret_post' : 'none',
      ...(account.scope && { scope: account.scope }),
    },
    async clientInformation() {
      const { client } = await read()
      if (account.client) {
        const { id, secret } = account.client
        const issuer = client?.issuer
        return {
          client_id: id,
          ...(secret !== undefined && { client_secret: secret }),
          ...(issuer && { issuer }),
        }
      }
      return client ?? undefined
    },
    saveClientInformation: (client) => write({ client }),
    async tokens() {
      const { tokens } = await read()
      used = JSON.stringify(tokens ?? null)
      return tokens ?? undefined
    },
    saveTokens: (tokens) => write({ tokens, verifier: null, state: null }),
    async state() {
      const state = `${account.id}.${randomBytes(24).toString('base64url')}`
      await (onSignIn && write({ state }))
      return state
    },
    redirectToAuthorization(address) {
      // What an authorization server names is opened in a browser.
      if (!onSignIn || !/^https?:$/.test(address.protocol)) {
        throw new SignInNeeded(host)
      }
      onSignIn(address.href)
    },
    saveCodeVerifier: async (verifier) => {
      await (onSignIn && write({ verifier }))
    },
    async codeVerifier() {
      const { verifier } = await read()
      return verifier ?? reject(host)
    },
    discoveryState: async () => (await read()).discovery ?? undefined,
    saveDiscoveryState: (discovery) => write({ discovery }),
    async invalidateCredentials(scope) {
      const stored = await read()
      // Another process may have renewed the tokens with the same refresh token, which servers accept once.
      const isRenewed = JSON.stringify(stored.tokens ?? null) !== used
      const removed: Stored = {
        ...((scope === 'all' || scope === 'client') && { client: null }),
        ...((scope === 'all' || scope === 'tokens') && !isRenewed && { tokens: null }),
        ...((scope === 'all' || scope === 'discovery') && { discovery: null }),
        ...((scope === 'all' || scope === 'verifier') && { verifier: null }),
      }
      await write(removed)
    },
  }
}

function reject(host: string): never {
  throw new AppError('CONFLICT', `The sign-in to ${host} has been completed or replaced already.`)
}

/** The authorization server's own words, such as that it registers no clients. */
export function rejectSignIn(host: string, error: unknown): never {
  if (error instanceof AppError || !(error instanceof Error)) {
    throw error
  }
  const reason = error.message.replace(/\s+/g, ' ').trim().slice(0, 300)
  throw new AppError('UPSTREAM_FAILED', `The sign-in to ${host} failed: ${reason}`, { cause: error })
}

type SignedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/**
 * Sends each request with the current token. A rejected token is renewed once for all requests that carried it: servers
 * accept a refresh token once, and some end the sign-in when it comes twice. (The SDK's transports renew for each
 * request, and fail when two of them are rejected at the same time.)
 */
export function withSignIn(fetch: SignedFetch, provider: OAuthClientProvider, serverUrl: URL): SignedFetch {
  let renewal: Promise<void> | undefined

  async function renew(rejected: Response) {
    const { auth, extractWWWAuthenticateParams } = await import('@modelcontextprotocol/sdk/client/auth.js')
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(rejected)
    const result = await auth(provider, {
      ...{ serverUrl, fetchFn: fetch },
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(scope && { scope }),
    }).catch((error: unknown) => rejectSignIn(serverUrl.host, error))
    if (result !== 'AUTHORIZED') {
      throw new SignInNeeded(serverUrl.host)
    }
  }

  return async (url, init = {}) => {
    const tokens = await provider.tokens()
    const response = await fetch(url, signed(init, tokens))
    if (response.status !== 401) {
      return response
    }
    await response.body?.cancel()
    if ((await provider.tokens())?.access_token === tokens?.access_token) {
      renewal ??= renew(response).finally(() => {
        renewal = undefined
      })
      await renewal
    }
    return fetch(url, signed(init, await provider.tokens()))
  }
}

function signed(init: RequestInit, tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>): RequestInit {
  const headers = new Headers(init.headers)
  if (tokens) {
    headers.set('Authorization', `Bearer ${tokens.access_token}`)
  }
  return { ...init, headers }
}
