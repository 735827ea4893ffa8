import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { bundleServer } from '#server/bundle-server.ts'
import type { MutantName } from './mutants.ts'
import { mutate } from './mutate.ts'

/**
 * The server (or another entry) in one file: it starts several times faster than the sources, and is killed dozens
 * of times. The server's packages stay outside, because bundling them for each mutant took longer than loading them.
 */
export async function bundleForCrash(entry?: string, mutant?: MutantName): Promise<string> {
  // Inside the project, where the program looks for its files.
  mkdirSync('dist', { recursive: true })
  const folder = mkdtempSync('dist/crash-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await bundleServer(folder, entry, mutant && [mutate(mutant)], {
    packages: entry ? 'bundle' : 'external',
  })
  return join(folder, 'main.mjs')
}
