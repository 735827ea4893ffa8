import { readStored, writeStored } from '#client/components/use-storage.ts'
import type { Role, Session } from '#shared/auth.ts'
import { parseJson, toRecord } from '#shared/json.ts'
import { forgetImpersonation, popAdmin, rememberAdmin } from './impersonation.ts'

/** Product spec: the user fields stored in the browser. All others are loaded from the server on demand. */
export type StoredUser = { username: string; role: Role; id?: string; email?: string }

/** Avoids the list in shared/auth.ts, which would bring zod to the sign-in page. */
const roles: Record<Role, true> = { ADMIN: true, MODERATOR: true, USER: true }

export const readToken = () => readStored('token') || undefined

/** `missing` allows a request to the server; an unreadable text means a user without rights. */
export function parseUser(text: string | undefined): StoredUser | 'missing' | 'unreadable' {
  if (!text) {
    return 'missing'
  }
  const user = parseJson(text)
  return isStoredUser(user) ? user : 'unreadable'
}

function isStoredUser(user: unknown): user is StoredUser {
  const { username, role } = toRecord(user)
  return typeof username === 'string' && typeof role === 'string' && Object.hasOwn(roles, role)
}

export function startSession({ token, user }: Session) {
  writeStored('user', JSON.stringify(user))
  writeStored('token', token)
}

/** True if the signed-in user has this id (or this username, if no id is stored) or cannot be read. */
export function isSessionOf(owner: string): boolean {
  const user = parseUser(readStored('user'))
  return readToken() !== undefined && (typeof user !== 'object' || (user.id ?? user.username) === owner)
}

export function endSession() {
  forgetImpersonation()
  writeStored('token', undefined)
  writeStored('user', undefined)
}

/** Switches the browser to the session's user. The page must be reloaded afterwards. */
export function startImpersonation(session: Session) {
  const { id, username, email, role } = session.user
  const admin = { token: readToken() ?? '', user: readStored('user') ?? '' }
  rememberAdmin(admin, { id, username, email, role })
  isAdminBack = false
  startSession(session)
  dispatchEvent(new Event('impersonation-change'))
}

/** Restores the admin's session. Without a stored one (another tab), the user is signed out. */
export function endImpersonation() {
  if (isAdminBack) {
    return
  }
  const admin = popAdmin()
  writeStored('user', admin?.user)
  writeStored('token', admin?.token)
  dispatchEvent(new Event('impersonation-change'))
}

/**
 * Ends a session whose token the server rejects: restores an impersonating admin; otherwise stores unsaved work
 * and the path.
 */
export function expireSession() {
  if (readToken() && !isAdminBack) {
    const admin = popAdmin()
    if (admin) {
      // The impersonation expires after 30 minutes; the admin's own session is still valid.
      isAdminBack = true
      writeStored('user', admin.user)
      writeStored('token', admin.token)
      location.reload()
      return
    }
    rememberPath(`${location.pathname}${location.search}`)
    const stored = Promise.all([...expiryHandlers].map((handler) => handler()))
    expiry = { isDraftStored: stored.then((answers) => answers.includes(true)) }
    endSession()
  }
}

/** Late 401 responses of an ended impersonation must not end the admin's session before the page reloads. */
let isAdminBack = false

/** Resolves to true once unsaved work is stored in this browser. */
type BeforeExpiry = () => Promise<boolean>
const expiryHandlers = new Set<BeforeExpiry>()

/**
 * Registers a callback that stores unsaved work before an expired session is forgotten. Returns the unsubscribe
 * function.
 */
export function onExpiry(handler: BeforeExpiry): () => void {
  expiryHandlers.add(handler)
  return () => {
    expiryHandlers.delete(handler)
  }
}

export type Expiry = { isDraftStored: Promise<boolean> }
let expiry: Expiry | undefined

/** Returns the expiry once, after the server and not the user ended the session. */
export function popExpiry(): Expiry | undefined {
  const was = expiry
  expiry = undefined
  return was
}

/**
 * Bearer token of the session, else the username and password that earlier versions stored. This version never
 * stores them.
 */
export function authorization(): { Authorization?: string } {
  const token = readToken()
  if (token) {
    return { Authorization: `Bearer ${token}` }
  }
  const [username, password] = [readStored('username'), readStored('password')]
  if (!(username && password)) {
    return {}
  }
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}

export function rememberPath(path: string) {
  writeStored('redirectUrl', path)
}

/** Path to open after sign-in. Only paths of this app are accepted, to prevent open redirects. */
export function rememberedPath(): string | undefined {
  const path = readStored('redirectUrl')
  return path && isOwnPath(path) ? path : undefined
}

export function forgetPath() {
  writeStored('redirectUrl', undefined)
}

/** Browsers read `\` as `/` and drop control characters, so both would allow a redirect to `//other.site`. */
export function isOwnPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return /^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(path) && path !== '/'
}
