import { expect, test } from 'vitest'
import { bundleForCrash } from './bundle-for-crash.ts'
import { crashProduct } from './product-crash.ts'

// The short run; `npm run crash` is the long one.
test('killed during paid answers, the application loses nothing, charges nothing twice and leaves nothing open', async () => {
  const found = await crashProduct({ kills: 4, entry: await bundleForCrash() })

  expect(found.answered).toBeGreaterThan(0)
  expect(found.charged).toBeGreaterThanOrEqual(found.answered)
}, 300_000)
