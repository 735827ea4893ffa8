import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { RequestOrigin } from '#server/caller.ts'
import type { PasskeyRow } from '#server/features/auth/second-factor.table.ts'
import { AppError } from '#shared/errors.ts'
import type { WebAuthnJson } from '#shared/second-factor.ts'

/** The domain that passkeys are bound to, and the addresses pages may have. */
export type Site = { rpId: string; origins: string[] }

const PRODUCT = 'Flowtill'
/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

// Loaded with the first ceremony: it parses certificates and takes its time.
const load = () => import('@simplewebauthn/server')

/** PUBLIC_URL where it is set, otherwise the host the browser asked for. Throws INVALID_INPUT for an IP address. */
export function siteOf({ host }: Pick<RequestOrigin, 'host'>, publicUrl: string | undefined): Site {
  const url = publicUrl ?? `http://${host ?? 'localhost'}`
  const { hostname: rpId, origin, host: withPort } = new URL(url)
  if (isIP(rpId.replaceAll(/[[\]]/g, '')) !== 0) {
    throw new AppError(
      'INVALID_INPUT',
      'Passkeys need a domain name. Open this server by its name, not by its IP address.',
    )
  }
  return { rpId, origins: publicUrl ? [origin] : [`http://${withPort}`, `https://${withPort}`] }
}

export async function createOptions(
  user: { id: string; username: string },
  site: Site,
  existing: readonly PasskeyRow[],
) {
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: site.rpId,
    userName: user.username,
    userDisplayName: user.username,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options: options as unknown as WebAuthnJson, challenge: options.challenge }
}

/** Throws INVALID_INPUT for anything that is not the answer to this challenge from this site. */
export async function verifyCreated(response: WebAuthnJson, challenge: string, site: Site) {
  const { verifyRegistrationResponse } = await load()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(reject)
  return verified ? registrationInfo.credential : reject()
}

/** Without passkeys the browser offers whatever it has for this site. */
export async function requestOptions(site: Site, allowed?: readonly PasskeyRow[]) {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(describe) }),
  })
  return { options: options as unknown as WebAuthnJson, challenge: options.challenge }
}

/** The new counter. Throws INVALID_INPUT also for a counter that has not moved on: the passkey may have been copied. */
export async function verifyAnswer(
  response: WebAuthnJson,
  challenge: string,
  site: Site,
  passkey: PasskeyRow,
) {
  const { verifyAuthenticationResponse } = await load()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[],
    },
  }).catch(reject)
  return verified ? authenticationInfo.newCounter : reject()
}

export function reject(): never {
  throw new AppError('INVALID_INPUT', 'This passkey was not accepted. Try again or use another way.')
}

function describe({ credentialId: id, transports }: PasskeyRow) {
  return { id, transports: transports as AuthenticatorTransport[] }
}
