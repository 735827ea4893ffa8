import { expect, test } from 'vitest'
import { crashAgents } from './agent-crash.ts'
import { bundleForCrash } from './bundle-for-crash.ts'

// The short run; `npm run crash -- --agents 1000` is the long one.
test('killed during agent flows, every run ends as an undisturbed one, with each effect once', async () => {
  const found = await crashAgents({ kills: 5, entry: await bundleForCrash() })

  expect(found.runs).toBeGreaterThan(0)
  expect(found.claims).toBeGreaterThan(0)
}, 300_000)
