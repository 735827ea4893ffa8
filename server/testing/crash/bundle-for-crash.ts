import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { openBundle } from '../bundle/bundle-for-tests.ts'
import { bundleMutant } from './bundle-mutant.ts'
import type { MutantName } from './mutants.ts'

/** The product as users start it, which is removed when the test ends. */
export async function bundleForCrash(): Promise<string> {
  const { entry, remove } = await openBundle()
  onTestFinished(remove)
  return entry
}

/** As `bundleForCrash`, with a mutant, another entry, or both. */
export async function bundleMutantForCrash(mutant?: MutantName, entry?: string): Promise<string> {
  const { file, folder } = await bundleMutant(mutant, entry)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return file
}
