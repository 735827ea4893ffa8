import { expect, test } from 'vitest'
import { simulateSeed } from './simulate-seed.ts'

// The short run; `npm run simulate -- --seeds 10000` is the long one.
test('whatever dies, sleeps or answers, a run ends as the undisturbed one, with each effect once', async () => {
  const total = { claims: 0, uncertain: 0 }
  for (let seed = 1; seed <= 120; seed += 1) {
    const { issues, failures, claims, uncertain } = await simulateSeed(seed)
    expect(issues, `seed ${seed}: ${failures.join(', ')}`).toEqual([])
    total.claims += claims
    total.uncertain += uncertain
  }

  expect(total.claims).toBeGreaterThan(100)
  expect(total.uncertain).toBeGreaterThan(20)
}, 120_000)
