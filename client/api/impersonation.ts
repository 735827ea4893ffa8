import type { StoredUser } from './session.ts'

/** Key names come from the product spec. They live in session storage, so only this tab can restore the admin. */
const keys = {
  flag: 'impersonating',
  target: 'impersonatedUser',
  token: 'adminToken',
  user: 'adminUser',
} as const

/** The admin's token and stored user, restored when the impersonation ends. */
export type Admin = { token: string; user: string }

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Throws without session storage: the admin could not be restored. */
export function rememberAdmin({ token, user }: Admin, target: StoredUser) {
  sessionStorage.setItem(keys.token, token)
  sessionStorage.setItem(keys.user, user)
  sessionStorage.setItem(keys.target, JSON.stringify(target))
  sessionStorage.setItem(keys.flag, 'true')
}

/** The stored target user, or undefined if this tab does not impersonate. */
export function readTarget(): string | undefined {
  return read(keys.flag) === 'true' ? read(keys.target) : undefined
}

export function forgetImpersonation() {
  try {
    for (const key of Object.values(keys)) {
      sessionStorage.removeItem(key)
    }
  } catch {
    // Storage is not writable either.
  }
}

export function popAdmin(): Admin | undefined {
  const [token, user] = [read(keys.token), read(keys.user)]
  forgetImpersonation()
  return token && user ? { token, user } : undefined
}
