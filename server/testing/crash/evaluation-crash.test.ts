import { expect, test } from 'vitest'
import { bundleForCrash } from './bundle-for-crash.ts'
import { crashEvaluation } from './evaluation-crash.ts'

// The short run; `npm run crash -- --evaluations 10` is the long one.
test('killed in the middle of 200 rows, every row is answered once and paid once', async () => {
  const found = await crashEvaluation({ kills: 2, entry: await bundleForCrash() })

  expect(found).toMatchObject({ rows: 200, answers: 200 })
  expect(found.interruptedAt).toBeGreaterThan(0)
  expect(found.interruptedAt).toBeLessThan(200)
}, 300_000)
