import { rmSync } from 'node:fs'
import { crashAgents } from './agent-crash.ts'
import { bundleMutant } from './bundle-mutant.ts'
import type { AgentMutantName } from './mutants.ts'

const MUTANT_SETTLE_MS = 15_000

/** What the harness says about a bug that was put into the product; undefined when it has not noticed it. */
export async function findMutant(mutant: AgentMutantName, kills: number): Promise<string | undefined> {
  const { file, folder } = await bundleMutant(mutant)
  try {
    await crashAgents({ kills, entry: file, settleMs: MUTANT_SETTLE_MS })
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
