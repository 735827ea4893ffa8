import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ChannelRequest } from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'

const MAX_AGE_MS = 5 * 60_000

/** Undefined also for a repeated header, which no platform sends. */
export function headerOf({ headers }: Pick<ChannelRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Hashes first, because the comparison takes texts of one length. */
export function isEqual(a: string, b: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

export function hmac(key: string | Buffer, parts: readonly (string | Buffer)[], encoding: 'hex' | 'base64') {
  const digest = createHmac('sha256', key)
  for (const part of parts) {
    digest.update(part)
  }
  return digest.digest(encoding)
}

export function requireFresh(seconds: string, now: Date) {
  const ageMs = Math.abs(now.getTime() - Number(seconds) * 1_000)
  if (!(/^\d{1,12}$/.test(seconds) && ageMs <= MAX_AGE_MS)) {
    rejectSignature()
  }
}

export function rejectSignature(): never {
  throw new AppError('UNAUTHENTICATED', 'The signature of this request is not valid.')
}
