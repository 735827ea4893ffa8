import { type Simulated, simulate } from './simulate.ts'

const FAULT_RATE = 6
const MAX_FAULTS = 12

export type SeedResult = Pick<Simulated, 'faults' | 'claims' | 'uncertain'> & { issues: string[] }

/**
 * Runs the flow of a seed undisturbed and with faults: both must answer the same and have the same effects. A failure is
 * repeated with fewer faults, and the shortest one that fails is returned.
 */
export async function simulateSeed(seed: number): Promise<SeedResult> {
  const calm = await simulate({ seed, faultRate: 0 })
  let result = await compare(seed, calm, MAX_FAULTS)
  for (let faults = 0; result.issues.length > 0 && faults < result.faults.length; faults += 1) {
    const shorter = await compare(seed, calm, faults)
    result = shorter.issues.length > 0 ? shorter : result
  }
  return result
}

async function compare(seed: number, calm: Simulated, maxFaults: number): Promise<SeedResult> {
  const disturbed = await simulate({ seed, faultRate: FAULT_RATE, maxFaults })
  const missing = [...calm.effects.keys()].filter((name) => !disturbed.effects.has(name))
  const added = [...disturbed.effects.keys()].filter((name) => !calm.effects.has(name))
  const { faults, claims, uncertain } = disturbed
  const issues = [
    ...calm.issues.map((issue) => `undisturbed: ${issue}`),
    ...disturbed.issues,
    ...(disturbed.text === calm.text ? [] : [`answered ${disturbed.text} instead of ${calm.text}`]),
    ...missing.map((name) => `${name} has not taken effect`),
    ...added.map((name) => `${name} belongs to no undisturbed run`),
  ]
  return { issues, faults, claims, uncertain }
}
