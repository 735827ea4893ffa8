import { readStored, writeStored } from '#client/components/use-storage.ts'
import type { Role, Session } from '#shared/auth.ts'
import { forgetImpersonation, rememberAdmin, takeAdmin } from './impersonation.ts'

/** What the specification keeps of a user in the browser (§3); the rest is asked from the server when it is needed. */
export type StoredUser = { username: string; role: Role; id?: string; email?: string }

/** By hand: the list in shared/auth.ts would bring zod to the sign-in page. */
const roles: Record<Role, true> = { ADMIN: true, MODERATOR: true, USER: true }

export const readToken = () => readStored('token') || undefined

/** `missing` may be asked from the server; a text that cannot be read is a user without rights (specification §6). */
export function parseUser(text: string | undefined): StoredUser | 'missing' | 'unreadable' {
  if (!text) {
    return 'missing'
  }
  try {
    const user: unknown = JSON.parse(text)
    return isStoredUser(user) ? user : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

function isStoredUser(user: unknown): user is StoredUser {
  const { username, role } = (typeof user === 'object' && user !== null ? user : {}) as Partial<StoredUser>
  return typeof username === 'string' && role !== undefined && Object.hasOwn(roles, role)
}

export function startSession({ token, user }: Session) {
  writeStored('user', JSON.stringify(user))
  writeStored('token', token)
}

/** Whether whoever is signed in now is the one of this id, or of this name where no id was stored. */
export function isSessionOf(owner: string): boolean {
  const user = parseUser(readStored('user'))
  return readToken() !== undefined && (typeof user !== 'object' || (user.id ?? user.username) === owner)
}

export function endSession() {
  forgetImpersonation()
  writeStored('token', undefined)
  writeStored('user', undefined)
}

/** From here on the browser speaks as the session's user; the page has to be loaded anew (specification §4). */
export function startImpersonation(session: Session) {
  const { id, username, email, role } = session.user
  const admin = { token: readToken() ?? '', user: readStored('user') ?? '' }
  rememberAdmin(admin, { id, username, email, role })
  isAdminBack = false
  startSession(session)
  dispatchEvent(new Event('impersonation-change'))
}

/** Puts the admin back. Without one (another tab of the browser) nobody is signed in afterwards. */
export function endImpersonation() {
  if (isAdminBack) {
    return
  }
  const admin = takeAdmin()
  writeStored('user', admin?.user)
  writeStored('token', admin?.token)
  dispatchEvent(new Event('impersonation-change'))
}

/** The server no longer knows our token: forget it, and remember where we were (specification §2). */
export function expireSession() {
  if (readToken() && !isAdminBack) {
    const admin = takeAdmin()
    if (admin) {
      // Half an hour as somebody else is over, and the admin's own session is not.
      isAdminBack = true
      writeStored('user', admin.user)
      writeStored('token', admin.token)
      location.reload()
      return
    }
    rememberPath(`${location.pathname}${location.search}`)
    const stored = Promise.all([...keepers].map((keep) => keep()))
    expiry = { isDraftStored: stored.then((answers) => answers.includes(true)) }
    endSession()
  }
}

/** Other calls of an ended impersonation may still be answered before the page is loaded anew: they say nothing of the admin. */
let isAdminBack = false

/** Whether unsaved work is now safe in this browser. */
type BeforeExpiry = () => Promise<boolean>
const keepers = new Set<BeforeExpiry>()

/** Asked, before a session that the server has ended is forgotten, to keep what is not saved. Returns how to stop that. */
export function onExpiry(keep: BeforeExpiry): () => void {
  keepers.add(keep)
  return () => {
    keepers.delete(keep)
  }
}

export type Expiry = { isDraftStored: Promise<boolean> }
let expiry: Expiry | undefined

/** Once after a session was ended by the server and not by its owner. */
export function takeExpiry(): Expiry | undefined {
  const was = expiry
  expiry = undefined
  return was
}

/** Bearer of the session, else the old pair that earlier versions stored. We never write that pair ourselves. */
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

/** Where to go after signing in: only a path of our own; an address of another site never gets through. */
export function rememberedPath(): string | undefined {
  const path = readStored('redirectUrl')
  return path && isOwnPath(path) ? path : undefined
}

export function forgetPath() {
  writeStored('redirectUrl', undefined)
}

/** Browsers read `\` as `/` and drop control characters, so both would open the door to `//other.site`. */
export function isOwnPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return /^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(path) && path !== '/'
}
