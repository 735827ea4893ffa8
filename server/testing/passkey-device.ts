import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { WebAuthnJson } from '#shared/second-factor.ts'

const origin = 'http://localhost'

type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }

/**
 * An authenticator with one passkey, implemented from the WebAuthn specification, independently of the library
 * under test.
 */
export function createPasskeyDevice({ isVerified = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = ''

  function clientData(type: string, challenge: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function authenticatorData(rpId: string, attested: Buffer = Buffer.alloc(0)) {
    const flags = 0x01 + (isVerified ? 0x04 : 0) + (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, attested])
  }

  function create(options: WebAuthnJson): WebAuthnJson {
    const { challenge, rp, user } = options as unknown as Options
    userHandle = user?.id ?? ''
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // COSE: EC2, ES256, P-256, x and y.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.from([0, credentialId.length])
    const data = authenticatorData(rp?.id ?? '', Buffer.concat([Buffer.alloc(16), length, credentialId, key]))
    // CBOR: { fmt: 'none', attStmt: {}, authData }.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 0xff]),
      data,
    ])
    return credential({
      clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** `setBack`: signs with a lower counter, as a copied device would. */
  function get(options: WebAuthnJson, { setBack = false } = {}): WebAuthnJson {
    const { challenge, rpId } = options as unknown as Options
    counter = setBack ? 0 : counter + 1
    const data = authenticatorData(rpId ?? '')
    const client = clientData('webauthn.get', challenge)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return credential({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      userHandle,
    })
  }

  function credential(response: object): WebAuthnJson {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  return { create, get }
}
