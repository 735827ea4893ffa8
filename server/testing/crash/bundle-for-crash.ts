import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { bundleMutant } from './bundle-mutant.ts'
import type { MutantName } from './mutants.ts'

/** A bundle that is removed when the test ends. */
export async function bundleForCrash(entry?: string, mutant?: MutantName): Promise<string> {
  const { file, folder } = await bundleMutant(mutant, entry)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return file
}
