import { type Simulated, simulate } from './simulate.ts'

const FAILURE_RATE = 6
const MAX_FAILURES = 12

export type SeedResult = Pick<Simulated, 'failures' | 'claims' | 'uncertain'> & { issues: string[] }

/**
 * Runs the flow of a seed undisturbed and with failures: both must answer the same and have the same effects. A failure is
 * repeated with fewer failures, and the shortest one that fails is returned.
 */
export async function simulateSeed(seed: number): Promise<SeedResult> {
  const calm = await simulate({ seed, failureRate: 0 })
  let result = await compare(seed, calm, MAX_FAILURES)
  for (let failures = 0; result.issues.length > 0 && failures < result.failures.length; failures += 1) {
    const shorter = await compare(seed, calm, failures)
    result = shorter.issues.length > 0 ? shorter : result
  }
  return result
}

async function compare(seed: number, calm: Simulated, maxFailures: number): Promise<SeedResult> {
  const disturbed = await simulate({ seed, failureRate: FAILURE_RATE, maxFailures })
  const missing = [...calm.effects.keys()].filter((name) => !disturbed.effects.has(name))
  const added = [...disturbed.effects.keys()].filter((name) => !calm.effects.has(name))
  const { failures, claims, uncertain } = disturbed
  const issues = [
    ...calm.issues.map((issue) => `undisturbed: ${issue}`),
    ...disturbed.issues,
    ...(disturbed.text === calm.text ? [] : [`answered ${disturbed.text} instead of ${calm.text}`]),
    ...missing.map((name) => `${name} has not taken effect`),
    ...added.map((name) => `${name} belongs to no undisturbed run`),
  ]
  return { issues, failures, claims, uncertain }
}
