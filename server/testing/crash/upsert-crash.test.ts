import { expect, test } from 'vitest'
import { bundleForCrash } from './bundle-for-crash.ts'
import { crashUpserts } from './upsert-crash.ts'

// The short run; `npm run crash -- --upserts 300` is the long one.
test('killed during upserts, the same chunks are in the index, each of them once and paid once', async () => {
  const found = await crashUpserts({ kills: 4, entry: await bundleForCrash() })

  expect(found.attempts).toBeGreaterThan(found.upserts)
}, 300_000)
