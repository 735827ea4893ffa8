import type { McpGrant } from '#server/engine/ports.ts'
import { type McpAuthConfig, STORED_SECRET } from '#shared/custom-mcp-servers.ts'
import { AppError } from '#shared/errors.ts'
import type { CustomMcpServerRow } from './custom-mcp-servers.table.ts'

export type Sealing = {
  seal(value: unknown, about: string): string
  /** Throws when the text was sealed about something else. */
  unseal(text: string, about: string): unknown
}

export type ServerSecrets = { url: string; auth: McpAuthConfig; grant: McpGrant }
type Named = Pick<CustomMcpServerRow, 'id' | 'userId'>

/** Sealed text of one server does not open in another. */
export function createServerSecrets({ seal, unseal }: Sealing) {
  const about = ({ id, userId }: Named) => `mcp-server:${id}:${userId}`
  return {
    seal: (row: Named, secrets: ServerSecrets) => seal(secrets, about(row)),
    open: (row: Named & Pick<CustomMcpServerRow, 'sealed'>) =>
      unseal(row.sealed, about(row)) as ServerSecrets,
  }
}

/** The address without what may be secret in it. */
export function maskUrl(address: string): string {
  const url = new URL(address)
  if (url.username || url.password) {
    url.username = '***'
    url.password = ''
  }
  for (const name of new Set(url.searchParams.keys())) {
    url.searchParams.set(name, '***')
  }
  url.hash = ''
  return url.href
}

export function maskAuth({ headers, clientSecret, ...auth }: McpAuthConfig): McpAuthConfig {
  return {
    ...auth,
    ...(clientSecret && { clientSecret: STORED_SECRET }),
    ...(headers && {
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, STORED_SECRET])),
    }),
  }
}

/**
 * Puts the stored secrets back where their mask was sent. Throws INVALID_INPUT where nothing is stored, or where they
 * would go to another host than the one they were entered for.
 */
export function unmask(
  { url, auth }: { url: string; auth: McpAuthConfig },
  stored: ServerSecrets | undefined,
): { url: string; auth: McpAuthConfig } {
  const given = stored && url === maskUrl(stored.url) ? stored.url : url
  if (given.includes('***')) {
    throw new AppError('INVALID_INPUT', 'Enter the whole address: a part of it is hidden.')
  }
  const isSameHost = stored !== undefined && new URL(stored.url).origin === new URL(given).origin
  const known = isSameHost ? stored.auth : {}
  if (stored && auth === stored.auth && !isSameHost && hasSecrets(auth)) {
    rejectMasked()
  }
  const restore = (value: string, known: string | undefined) =>
    value === STORED_SECRET ? (known ?? rejectMasked()) : value
  const { headers, clientSecret } = auth
  return {
    url: given,
    auth: {
      ...auth,
      ...(headers && {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, restore(value, known.headers?.[name])]),
        ),
      }),
      ...(clientSecret && { clientSecret: restore(clientSecret, known.clientSecret) }),
    },
  }
}

function hasSecrets({ headers, clientSecret }: McpAuthConfig) {
  return Boolean(clientSecret) || Object.keys(headers ?? {}).length > 0
}

function rejectMasked(): never {
  throw new AppError('INVALID_INPUT', 'Enter the secrets again: they were stored for another address.')
}
