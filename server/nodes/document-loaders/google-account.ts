import { z } from 'zod'
import { callService, readResponse } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'

export type GoogleCredential = {
  readonly clientId: string
  readonly clientSecret: string
  readonly refresh_token: string
}
type Fetch = typeof globalThis.fetch

const tokenAddress = 'https://oauth2.googleapis.com/token'
const timeoutMs = 120_000
const grantSchema = z.object({ access_token: z.string().min(1) })

/** Requests that read with the rights of the credential. The token is obtained with the first one. */
export function openGoogle(service: string, credential: GoogleCredential | undefined, fetch: Fetch) {
  let token: Promise<string> | undefined

  async function request(url: URL | string, signal?: AbortSignal): Promise<Response> {
    token ??= requestToken(service, credential, fetch)
    const headers = { authorization: `Bearer ${await token}` }
    const limit = AbortSignal.timeout(timeoutMs)
    return callService({ service, fetch }, url, {
      headers,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  }

  async function read<Schema extends z.ZodType>(url: URL, schema: Schema, signal?: AbortSignal) {
    return readResponse(service, await request(url, signal), schema)
  }

  return { request, read }
}

/** Tokens are requested only from Google's own URL, whatever an imported credential says. */
async function requestToken(service: string, credential: GoogleCredential | undefined, fetch: Fetch) {
  if (!credential) {
    throw new AppError('INVALID_FLOW', `Choose a credential of ${service}.`)
  }
  const { clientId, clientSecret, refresh_token: refreshToken } = credential
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
  })
  const response = await callService({ service, fetch, sent: [clientSecret, refreshToken] }, tokenAddress, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  })
  return (await readResponse(service, response, grantSchema)).access_token
}

/** Ids come from the author of a flow, and are part of queries and paths. */
export function checkGoogleId(id: string, what: string): string {
  const trimmed = id.trim()
  if (!/^[\w-]+$/.test(trimmed)) {
    throw new AppError('INVALID_FLOW', `"${id}" is not the id of a Google ${what}.`)
  }
  return trimmed
}
