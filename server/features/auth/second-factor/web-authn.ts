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

/** The domain that passkeys are bound to, and the allowed origins. */
export type Site = { rpId: string; origins: string[] }

const PRODUCT = 'Flowtill'
/** EdDSA, ES256 and RS256: the algorithms of common authenticators. */
const ALGORITHMS = [-8, -7, -257]

// Imported with the first ceremony, because loading is slow.
const load = () => import('@simplewebauthn/server')

/** The site of PUBLIC_URL, or else of the request's host. Throws INVALID_INPUT for an IP address. */
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

/** Throws INVALID_INPUT unless the response answers this challenge for this site. */
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

/** Without a list of passkeys, the browser offers any passkey of this site. */
export async function requestOptions(site: Site, allowed?: readonly PasskeyRow[]) {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(describe) }),
  })
  return { options: options as unknown as WebAuthnJson, challenge: options.challenge }
}

/**
 * Returns the new counter. Throws INVALID_INPUT also when the counter has not increased, because the passkey may
 * be cloned.
 */
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
