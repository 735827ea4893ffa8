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
  /** Set for API keys alone, and then the limit of what the key may do. */
  permissions: readonly string[] | null
  /** The session was confirmed within the last minutes: required to move money and to see keys. */
  isConfirmed?: boolean
  hasSecondFactor?: boolean
  /** The account must have a second factor and has none. */
  mustEnroll?: boolean
}

/** Where a request comes from, as far as sign-in limits and the audit trail need it. */
export type RequestOrigin = {
  address: string
  userAgent: string
  /** The cookie that names the account which has signed in with this browser before. */
  device?: string | undefined
  /** The host the browser requested: passkeys are bound to it. */
  host?: string | undefined
}
