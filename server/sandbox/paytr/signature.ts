import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What a shop was given: its number, the key that signs, and the salt that is part of what is signed. */
export type Merchant = { merchantId: string; merchantKey: string; merchantSalt: string }

/** Everything PayTR signs is written one after the other, with nothing between. */
export function sign({ merchantKey }: Merchant, parts: readonly string[]): string {
  return createHmac('sha256', merchantKey).update(parts.join(''), 'utf8').digest('base64')
}

export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
