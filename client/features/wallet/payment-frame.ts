import type { PaymentStarted } from '#shared/payments.ts'

/** Checks for a token and an http(s) URL of the card page. */
export function isUsable({ iframe_url, iframe_token }: Partial<PaymentStarted>): boolean {
  return Boolean(iframe_url && iframe_token) && isPage(iframe_url ?? '')
}

function isPage(address: string) {
  try {
    return /^https?:$/.test(new URL(address, location.href).protocol)
  } catch {
    return false
  }
}
