import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { InvalidGrantError, InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js'
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { OAuthClientInformationFull } from '@modelcontextprotocol/sdk/shared/auth.js'
import { z } from 'zod'
import { listen } from './tiny-server.ts'

/**
 * An MCP server behind OAuth, made of the SDK's own server side: opening its page signs in at once. Refresh
 * tokens are valid once.
 */
export async function openProtectedServer({ registers = true } = {}) {
  let answer: RequestListener | undefined
  const { origin } = await listen((request, response) => answer?.(request, response))
  const provider = createProvider(registers)
  const url = new URL('/mcp', origin)
  const app = createMcpExpressApp()
  app.set('trust proxy', 1)
  answer = app
  app.use(
    mcpAuthRouter({
      provider,
      issuerUrl: new URL(origin),
      resourceServerUrl: url,
      scopesSupported: ['museum'],
    }),
  )
  const guard = requireBearerAuth({
    verifier: provider,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
  })
  app.all('/mcp', guard, async (request: IncomingMessage & { body: unknown }, response: ServerResponse) => {
    const transport = new StreamableHTTPServerTransport({})
    await createTools().connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(request, response, request.body)
  })

  /** A person opens the page in a browser. Returns the query with which the browser comes back. */
  async function signIn(address: string) {
    const answer = await fetch(address, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
  }

  return { url: url.href, host: url.host, provider, signIn }
}

function createTools() {
  const server = new McpServer({ name: 'museum', version: '1' })
  server.registerTool(
    'get_hours',
    {
      description: 'Opening hours',
      inputSchema: { day: z.string() },
      annotations: { readOnlyHint: true },
    },
    async ({ day }) => ({ content: [{ type: 'text', text: `${day}: nine` }] }),
  )
  server.registerTool('write_visit', { description: 'Books a visit' }, async () => ({
    content: [{ type: 'text', text: 'Booked' }],
  }))
  return server
}

function createProvider(registers: boolean) {
  const clients = new Map<string, OAuthClientInformationFull>()
  const codes = new Map<string, { challenge: string; clientId: string }>()
  const refreshTokens = new Set<string>()
  const accessTokens = new Map<string, string>()

  function issue(clientId: string) {
    const tokens = { access_token: randomUUID(), refresh_token: randomUUID(), token_type: 'bearer' }
    accessTokens.set(tokens.access_token, clientId)
    refreshTokens.add(tokens.refresh_token)
    return { ...tokens, expires_in: 3600 }
  }

  const provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => clients.get(id),
      ...(registers && {
        registerClient(client: Omit<OAuthClientInformationFull, 'client_id' | 'client_id_issued_at'>) {
          const registered = { ...client, client_id: randomUUID() }
          clients.set(registered.client_id, registered)
          return registered
        },
      }),
    },
    async authorize(client, { codeChallenge, redirectUri, state }, response) {
      const code = randomUUID()
      codes.set(code, { challenge: codeChallenge, clientId: client.client_id })
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', state ?? '')
      response.redirect(back.href)
    },
    async challengeForAuthorizationCode(_, code) {
      return codes.get(code)?.challenge ?? reject()
    },
    async exchangeAuthorizationCode(client, code) {
      const found = codes.get(code)
      codes.delete(code)
      return found?.clientId === client.client_id ? issue(client.client_id) : reject()
    },
    async exchangeRefreshToken(client, token) {
      return refreshTokens.delete(token) ? issue(client.client_id) : reject()
    },
    async verifyAccessToken(token) {
      const clientId = accessTokens.get(token)
      if (clientId === undefined) {
        throw new InvalidTokenError('This token has expired.')
      }
      return { token, clientId, scopes: ['museum'], expiresAt: Date.now() / 1000 + 60 }
    },
  }
  return {
    ...provider,
    clients,
    expire: () => accessTokens.clear(),
    revoke() {
      accessTokens.clear()
      refreshTokens.clear()
    },
  }
}

function reject(): never {
  throw new InvalidGrantError('This grant is not valid.')
}
