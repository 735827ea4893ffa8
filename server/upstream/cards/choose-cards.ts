import { hkdfSync } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { GuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { createPaytr } from './paytr.ts'
import type { Merchant } from './signature.ts'

type Needs = {
  config: Config
  /** The installation's secret; the sandbox shop derives from it. */
  secret: Buffer
  fetch: GuardedFetch
  /** This server's own origin; undefined before it listens. */
  ownUrl: () => string | undefined
}

const SANDBOX_PATH = '/sandbox/paytr'

/**
 * PayTR with merchant credentials, else the sandbox service while the sandbox is on, else no card port. `standIn`
 * is the sandbox service's merchant.
 */
export function chooseCards({ config, secret, fetch, ownUrl }: Needs) {
  const { PAYTR_MERCHANT_ID: merchantId, PAYTR_MERCHANT_KEY: merchantKey } = config
  const { PAYTR_MERCHANT_SALT: merchantSalt, PAYTR_BASE_URL: url, PAYTR_TEST_MODE: isTest } = config
  if (merchantId && merchantKey && merchantSalt) {
    const merchant = { merchantId, merchantKey, merchantSalt }
    const cards = createPaytr({ fetch, baseUrl: () => url, frameBase: url, merchant, isTest })
    return { cards, standIn: undefined, frames: url }
  }
  if (!config.SANDBOX) {
    return { cards: undefined, standIn: undefined, frames: undefined }
  }
  const merchant = sandboxMerchant(secret)
  const baseUrl = () => `${ownUrl() ?? 'http://127.0.0.1'}${SANDBOX_PATH}`
  const cards = createPaytr({ fetch, baseUrl, frameBase: SANDBOX_PATH, merchant, isTest })
  return { cards, standIn: merchant, frames: undefined }
}

const SANDBOX_ID = '100000'
const PART_BYTES = 16

/** The merchant of the sandbox service. Its key derives from the secret, so outsiders cannot sign as PayTR. */
function sandboxMerchant(secret: Buffer): Merchant {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'flowtill sandbox paytr', 2 * PART_BYTES))
  return {
    merchantId: SANDBOX_ID,
    merchantKey: bytes.toString('hex', 0, PART_BYTES),
    merchantSalt: bytes.toString('hex', PART_BYTES),
  }
}
