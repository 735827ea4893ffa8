import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'

const shop = { PAYTR_MERCHANT_ID: '123456', PAYTR_MERCHANT_KEY: 'key', PAYTR_MERCHANT_SALT: 'salt' }

async function framesOf(env: Record<string, string>) {
  const { app } = await createTestApp({ env })
  const { headers } = await app.inject('/api/v1/ping')
  return /frame-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]
}

test('frames are allowed from our own origin; with a shop also from PayTR, and the banks it redirects cards to', async () => {
  expect(await framesOf({})).toBe("'self'")
  expect(await framesOf({ SANDBOX: 'off' })).toBe("'self'")
  expect(await framesOf(shop)).toBe("'self' https://www.paytr.com https:")
})

test('pages and REST have the full policy; built files, tRPC and icons a short one', async () => {
  const { app } = await createTestApp()
  const policyOf = async (url: string) => (await app.inject(url)).headers['content-security-policy']

  expect(await policyOf('/api/v1/nothing')).toContain("frame-ancestors 'self'")
  expect(await policyOf('/canvas/assets/x.js')).toContain("frame-ancestors 'self'")
  expect(await policyOf('/trpc/nodes.summaries')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await policyOf('/api/v1/node-icon/chatOpenAI')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await policyOf('/api/v1/components-credentials-icon/openAIApi')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  )
  expect(await policyOf('/assets/missing.js')).toBe("default-src 'self'")
  expect(await policyOf('/theme-init.js')).toBe("default-src 'self'")
})
