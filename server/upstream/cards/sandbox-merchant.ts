import { hkdfSync } from 'node:crypto'
import type { Merchant } from './signature.ts'

const SANDBOX_ID = '100000'
const PART_BYTES = 16

/** The merchant of the sandbox service. Its key derives from the secret, so outsiders cannot sign as PayTR. */
export function sandboxMerchant(secret: Buffer): Merchant {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'flowtill sandbox paytr', 2 * PART_BYTES))
  return {
    merchantId: SANDBOX_ID,
    merchantKey: bytes.toString('hex', 0, PART_BYTES),
    merchantSalt: bytes.toString('hex', PART_BYTES),
  }
}
