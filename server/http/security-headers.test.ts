import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'

const shop = { PAYTR_MERCHANT_ID: '123456', PAYTR_MERCHANT_KEY: 'key', PAYTR_MERCHANT_SALT: 'salt' }

async function framesOf(env: Record<string, string>) {
  const { app } = await createTestApp({ env })
  const { headers } = await app.inject('/api/v1/ping')
  return /frame-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]
}

test('frames are our own; with a shop also PayTR’s, and the banks it leads cards on to', async () => {
  expect(await framesOf({})).toBe("'self'")
  expect(await framesOf({ SANDBOX: 'off' })).toBe("'self'")
  expect(await framesOf(shop)).toBe("'self' https://www.paytr.com https:")
})
