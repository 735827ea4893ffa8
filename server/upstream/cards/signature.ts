import { createHmac, timingSafeEqual } from 'node:crypto'

/** The key and salt sign requests and are never sent. */
export type Merchant = { merchantId: string; merchantKey: string; merchantSalt: string }

const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/

export function sign(merchant: Merchant, ...parts: string[]) {
  return digest(merchant, parts).toString('base64')
}

/** Compares in constant time. Node's base64 decoder skips unknown characters, so the form is checked first. */
export function isSigned(merchant: Merchant, signature: string, ...parts: string[]) {
  return (
    SIGNATURE.test(signature) && timingSafeEqual(Buffer.from(signature, 'base64'), digest(merchant, parts))
  )
}

function digest({ merchantKey }: Merchant, parts: string[]) {
  return createHmac('sha256', merchantKey).update(parts.join(''), 'utf8').digest()
}
