import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const VERSION = 'v1'

/** Binds a sealed text to its row: a copy in another row does not open. */
export function aboutCredential({
  id,
  userId,
  credentialName,
}: Record<'id' | 'userId' | 'credentialName', string>) {
  return `credential:${id}:${userId}:${credentialName}`
}

/**
 * AES-256-GCM. `about` (owner, id, kind) is authenticated too: a sealed text moved to another row does not open
 * there.
 */
export function seal(key: Buffer, value: unknown, about: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return [VERSION, nonce, sealed, cipher.getAuthTag()]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.')
}

/** Seals and opens with one key. */
export function sealingWith(key: Buffer) {
  return {
    seal: (value: unknown, about: string) => seal(key, value, about),
    unseal: (text: string, about: string) => unseal(key, text, about),
  }
}

/** Throws when the text was changed or the key differs. */
export function unseal(key: Buffer, text: string, about: string): unknown {
  const [version, ...parts] = text.split('.')
  const [nonce, sealed, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (version !== VERSION || !nonce || !sealed || !tag || tag.length !== 16) {
    throw new Error('This is not a sealed text.')
  }
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about)).setAuthTag(tag)
  return JSON.parse(Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8'))
}
