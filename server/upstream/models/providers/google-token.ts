import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'

const tokenAddress = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/cloud-platform'
const hour = 3_600
const marginMs = 300_000

const accountSchema = z.object({ client_email: z.string().min(1), private_key: z.string().min(1) })
const grantSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().default(hour) })

/**
 * Tokens of a Google service account, each cached until shortly before it expires. `keyFile` is the account's JSON
 * key file. Tokens are requested only from Google's own URL, because the URL in a key file could be anyone's.
 */
export function createGoogleTokens(keyFile: string, fetch: typeof globalThis.fetch) {
  let known: { token: string; until: number } | undefined

  return async function token(signal: AbortSignal | undefined): Promise<string> {
    const now = Date.now()
    if (known && known.until > now) {
      return known.token
    }
    const response = await fetch(tokenAddress, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await sign(readAccount(keyFile), now),
      }).toString(),
      ...(signal && { signal }),
    })
    if (!response.ok) {
      throw new AppError(
        'UPSTREAM_FAILED',
        `Google does not accept this service account (${response.status}). Check its key file.`,
      )
    }
    const grant = grantSchema.parse(await response.json())
    known = { token: grant.access_token, until: now + grant.expires_in * 1_000 - marginMs }
    return known.token
  }
}

function readAccount(keyFile: string) {
  try {
    return accountSchema.parse(JSON.parse(keyFile))
  } catch (cause) {
    const message = 'The Google credential must be the JSON key file of a service account.'
    // The file contains a private key, so no part of it may be logged.
    throw new AppError('INVALID_FLOW', message, { cause: cause instanceof Error ? cause.name : undefined })
  }
}

async function sign({ client_email: issuer, private_key: key }: z.infer<typeof accountSchema>, now: number) {
  const issued = Math.floor(now / 1_000)
  try {
    return await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(tokenAddress)
      .setIssuedAt(issued)
      .setExpirationTime(issued + hour)
      .sign(createPrivateKey(key))
  } catch {
    throw new AppError('INVALID_FLOW', 'The private key in the Google credential cannot be read.')
  }
}
