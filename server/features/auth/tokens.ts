import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const SESSION_PREFIX = 'fts_'

/** A 256-bit random token. The prefix identifies the kind of a leaked one. */
export function newToken(prefix: string) {
  return prefix + randomBytes(32).toString('base64url')
}

/** Stored form of a token; useless without this server's secret. */
export function hashToken(secret: Buffer, token: string) {
  return createHmac('sha256', secret).update(token).digest('base64url')
}

/**
 * The value of the readable cookie `XSRF-TOKEN`, which our pages copy into a header. Signed for the session, so
 * that an injected cookie is invalid.
 */
export function signXsrf(secret: Buffer, sessionId: string, random = randomBytes(16).toString('base64url')) {
  const signature = createHmac('sha256', secret).update(`xsrf:${sessionId}:${random}`).digest('base64url')
  return `${random}.${signature}`
}

/** True when header and cookie are equal and the signature is valid. */
export function isXsrf(
  secret: Buffer,
  sessionId: string,
  cookie: string | undefined,
  header: unknown,
): boolean {
  if (!cookie || typeof header !== 'string') {
    return false
  }
  const [random = ''] = cookie.split('.')
  return sameText(header, cookie) && sameText(cookie, signXsrf(secret, sessionId, random))
}

/**
 * A signed cookie for browsers that have signed in to the account, so that failed attempts by strangers do not
 * lock them out.
 */
export function signDevice(secret: Buffer, userId: string, id = randomBytes(16).toString('base64url')) {
  const signature = createHmac('sha256', secret).update(`device:${userId}:${id}`).digest('base64url')
  return `${id}.${signature}`
}

/** Returns the device id when the cookie is valid for this account. */
export function readDevice(secret: Buffer, userId: string, cookie: string | undefined) {
  const [id = ''] = cookie?.split('.') ?? []
  return cookie && sameText(cookie, signDevice(secret, userId, id)) ? id : undefined
}

/** Constant-time comparison. */
function sameText(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
