import { expect, test } from 'vitest'
import { bundleForCrash, bundleMutantForCrash } from './bundle-for-crash.ts'
import { crashMoney } from './money-crash.ts'

test('whenever the application is killed, no payment is lost, created or duplicated', async () => {
  const found = await crashMoney({ cycles: 6, entry: await bundleForCrash() })

  expect(found.topUps).toBeGreaterThan(0)
  expect(found.credits).toBeGreaterThan(0)
  expect(found.charges).toBeGreaterThan(0)
}, 300_000)

// A harness that misses these mutants would miss real bugs.
test.each([
  ['idempotency off', /booked \d+ times/],
  // The kill decides which half is missing: an order marked paid without its credit, or a credit without its
  // order.
  ['credit and notification in two transactions', /is lost|a paid order was credited/],
  ['OK before commit', /is lost/],
  ['audit entry in another transaction', /posting has its audit entry/],
  ['no CHECK', /overdrawn/],
] as const)(
  'and the test detects a broken one: %s',
  async (mutant, issue) => {
    const entry = await bundleMutantForCrash(mutant)
    await expect(crashMoney({ cycles: 30, entry, isGuarded: false })).rejects.toThrow(issue)
  },
  300_000,
)
