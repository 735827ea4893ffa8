import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
/** Accepted time steps before and after the current one, because clocks differ. */
const WINDOW = 1
const ISSUER = 'Flowtill'

// The RFC 6238 parameters that every authenticator app supports.
const profile = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const

export function newTotpSecret() {
  return new Secret({ size: 20 }).base32
}

export function totpUri(secret: string, label: string) {
  return new TOTP({ ...profile, issuer: ISSUER, label, secret: Secret.fromBase32(secret) }).toString()
}

/** Time step of a valid code; undefined for a wrong one. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...profile, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta
}
