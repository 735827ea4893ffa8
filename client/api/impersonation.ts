import type { StoredUser } from './session.ts'

/** The specification's names (§3). Of this tab alone: the admin himself stays signed in nowhere else. */
const keys = {
  flag: 'impersonating',
  target: 'impersonatedUser',
  token: 'adminToken',
  user: 'adminUser',
} as const

/** What is put back at the end: the admin's token and, as it was stored, his user. */
export type Admin = { token: string; user: string }

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Throws where the browser keeps nothing: without a way back nobody may set out. */
export function rememberAdmin({ token, user }: Admin, target: StoredUser) {
  sessionStorage.setItem(keys.token, token)
  sessionStorage.setItem(keys.user, user)
  sessionStorage.setItem(keys.target, JSON.stringify(target))
  sessionStorage.setItem(keys.flag, 'true')
}

/** The remembered target as it is stored; undefined while nobody is impersonated in this tab. */
export function readTarget(): string | undefined {
  return read(keys.flag) === 'true' ? read(keys.target) : undefined
}

export function forgetImpersonation() {
  try {
    for (const key of Object.values(keys)) {
      sessionStorage.removeItem(key)
    }
  } catch {
    // Nothing could be written there either.
  }
}

/** The admin to go back to, once: afterwards nothing of the impersonation is left. */
export function takeAdmin(): Admin | undefined {
  const [token, user] = [read(keys.token), read(keys.user)]
  forgetImpersonation()
  return token && user ? { token, user } : undefined
}
