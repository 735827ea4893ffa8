import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type Merchant = { merchantId: string; merchantKey: string; merchantSalt: string }

/** PayTR signs the concatenated parts, without separators. */
export function sign({ merchantKey }: Merchant, parts: readonly string[]): string {
  return createHmac('sha256', merchantKey).update(parts.join(''), 'utf8').digest('base64')
}

export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
