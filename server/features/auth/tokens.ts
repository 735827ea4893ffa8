import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const SESSION_PREFIX = 'fts_'

/** 256 bits nobody can guess. The prefix says what a leaked one is. */
export function newToken(prefix: string) {
  return prefix + randomBytes(32).toString('base64url')
}

/** What is stored of a token: useless without the secret of this server. */
export function hashToken(secret: Buffer, token: string) {
  return createHmac('sha256', secret).update(token).digest('base64url')
}

/**
 * The value of the readable cookie `XSRF-TOKEN`, which a page of ours copies into a header. Bound to the session by our
 * signature, so that a planted cookie is worth nothing.
 */
export function signXsrf(secret: Buffer, sessionId: string, random = randomBytes(16).toString('base64url')) {
  const signature = createHmac('sha256', secret).update(`xsrf:${sessionId}:${random}`).digest('base64url')
  return `${random}.${signature}`
}

/** Whether header and cookie are the same and ours. */
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

/** A browser that has signed in to an account carries this, so that strangers' wrong tries do not lock it out. */
export function signDevice(secret: Buffer, userId: string, id = randomBytes(16).toString('base64url')) {
  const signature = createHmac('sha256', secret).update(`device:${userId}:${id}`).digest('base64url')
  return `${id}.${signature}`
}

/** The device's id where the cookie is ours and about this account. */
export function readDevice(secret: Buffer, userId: string, cookie: string | undefined) {
  const [id = ''] = cookie?.split('.') ?? []
  return cookie && sameText(cookie, signDevice(secret, userId, id)) ? id : undefined
}

/** In equal time, whatever differs. */
export function sameText(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
