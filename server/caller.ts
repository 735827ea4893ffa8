import type { Role } from '#shared/auth.ts'

/** The authenticated sender of a request. */
export type Caller = {
  id: string
  username: string
  role: Role
  via: 'session' | 'cookie' | 'basic' | 'key'
  sessionId: string | null
  impersonatorId: string | null
  apiKeyId: string | null
  /** Permissions of an API key. Null for every other caller. */
  permissions: readonly string[] | null
  /** The session was confirmed within the last minutes: required to move money and to see keys. */
  isConfirmed?: boolean
  hasSecondFactor?: boolean
  /** The account must have a second factor and has none. */
  mustEnroll?: boolean
}

/** The origin of a request, for sign-in limits and the audit trail. */
export type RequestOrigin = {
  address: string
  userAgent: string
  /** Cookie that names the account last signed in with this browser. */
  device?: string | undefined
  /** The host the browser requested: passkeys are bound to it. */
  host?: string | undefined
}
