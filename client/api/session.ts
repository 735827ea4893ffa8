import { readStored, writeStored } from '#client/components/use-storage.ts'
import type { Role, Session } from '#shared/auth.ts'

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

export function endSession() {
  writeStored('token', undefined)
  writeStored('user', undefined)
}

/** The server no longer knows our token: forget it, and remember where we were (specification §2). */
export function expireSession() {
  if (readToken()) {
    rememberPath(`${location.pathname}${location.search}`)
    expired = true
    endSession()
  }
}

let expired = false

/** True once after a session was ended by the server and not by its owner. */
export function takeExpiry(): boolean {
  const was = expired
  expired = false
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
